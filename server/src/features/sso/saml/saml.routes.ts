import { saml } from '@claviger/contract/sso/saml'
import { bind, withoutTransaction } from '#http/bind.ts'
import { findExpiringCertificates } from './saml.ending.ts'
import { announceSamlKey, cancelSamlKey, changeSamlKey, moveApplications, samlKeys } from './saml.ts'
import { dropMetadata, previewMetadata, acceptMetadata, waitingMetadata } from './metadata/metadata.ts'
import { leaveApplications } from './saml.sign-out.ts'
import { tryOut } from './saml-try-out.ts'

export default bind(saml, {
  keys: withoutTransaction(samlKeys),
  ending: findExpiringCertificates,
  announce: withoutTransaction(announceSamlKey),
  move: moveApplications,
  change: changeSamlKey,
  cancel: cancelSamlKey,
  previewMetadata: withoutTransaction(previewMetadata),
  takeMetadata: withoutTransaction(acceptMetadata),
  waitingMetadata,
  dropMetadata,
  leave: leaveApplications,
  tryOut: withoutTransaction(tryOut),
})

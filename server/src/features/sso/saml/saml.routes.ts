import { saml } from '@claviger/contract/sso/saml'
import { bind, withoutTransaction } from '#http/bind.ts'
import { certificatesThatEnd } from './saml.ending.ts'
import { announceKey, cancelKey, changeKey, moveApplications, samlKeys } from './saml.ts'
import { dropMetadata, previewMetadata, takeMetadata, waitingMetadata } from './metadata/metadata.ts'
import { leave } from './saml.sign-out.ts'
import { tryOut } from './saml-try-out.ts'

export default bind(saml, {
  keys: withoutTransaction(samlKeys),
  ending: certificatesThatEnd,
  announce: withoutTransaction(announceKey),
  move: moveApplications,
  change: changeKey,
  cancel: cancelKey,
  previewMetadata: withoutTransaction(previewMetadata),
  takeMetadata: withoutTransaction(takeMetadata),
  waitingMetadata,
  dropMetadata,
  leave,
  tryOut: withoutTransaction(tryOut),
})

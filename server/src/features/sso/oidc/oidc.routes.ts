import { oidc } from '@claviger/contract/sso/oidc'
import { bind, withoutTransaction } from '#http/bind.ts'
import { tryOidc } from './try-out/try-out.ts'
import { listConsents, renewKeys, withdrawConsent } from './oidc.ts'

export default bind(oidc, {
  consents: listConsents,
  withdraw: withdrawConsent,
  renewKeys,
  tryOut: withoutTransaction(tryOidc),
})

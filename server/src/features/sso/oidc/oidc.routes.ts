import { oidc } from '@claviger/contract/sso/oidc'
import { bind } from '../../../http/bind.ts'
import { listConsents, renewKeys, withdrawConsent } from './oidc.ts'

export default bind(oidc, { consents: listConsents, withdraw: withdrawConsent, renewKeys })

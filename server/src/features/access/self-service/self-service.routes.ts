import { selfService } from '@claviger/contract/access/self-service'
import { done } from '@claviger/contract/platform/fields'
import { bind } from '#http/bind.ts'
import { lookUp } from './visit-card.ts'
import { enroll, reset } from './finish.ts'
import { identify } from './identification/identification.ts'
import { challenge, loadPage, ssoLibrary, start } from './self-service.ts'
import { askCode } from './verification/code.ts'
import { verify } from './verification/user-verification.ts'

export default bind(selfService, {
  challenge,
  start,
  code: askCode,
  token: identify,
  verify,
  enroll,
  reset,
  lookup: lookUp,
  config: loadPage,
  ssoLibrary,
  alive: () => done,
})

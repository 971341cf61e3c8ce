import { selfService } from '@claviger/contract/access/self-service'
import { doneReply } from '@claviger/contract/platform/fields'
import { bind } from '#http/bind.ts'
import { lookUpCard } from './visit-card.ts'
import { enroll, reset } from './finish.ts'
import { identify } from './identification/identification.ts'
import { challengeForVisit, loadPage, ssoLibrary, start } from './self-service.ts'
import { askCode } from './verification/code.ts'
import { verifyVisitor } from './verification/user-verification.ts'

export default bind(selfService, {
  challenge: challengeForVisit,
  start,
  code: askCode,
  token: identify,
  verify: verifyVisitor,
  enroll,
  reset,
  lookup: lookUpCard,
  config: loadPage,
  ssoLibrary,
  alive: () => doneReply,
})

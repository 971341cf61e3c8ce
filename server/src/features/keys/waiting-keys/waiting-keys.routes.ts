import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { bind } from '#http/bind.ts'
import { answerWaiting, confirmKey, listWaiting, mailAgain, openWaiting, refuseKey } from './waiting-keys.ts'

export default bind(waitingKeys, {
  list: listWaiting,
  confirm: confirmKey,
  refuse: refuseKey,
  mail: mailAgain,
  open: openWaiting,
  answer: answerWaiting,
})

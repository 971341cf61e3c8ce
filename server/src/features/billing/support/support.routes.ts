import { support } from '@claviger/contract/billing/support'
import { bind } from '#http/bind.ts'
import { answerRequest, askForReaders, askForSubscription, listAllRequests, listOwnRequests } from './support.ts'

export default bind(support, {
  newReader: askForReaders,
  annualRequest: askForSubscription,
  list: listOwnRequests,
  all: listAllRequests,
  answer: answerRequest,
})

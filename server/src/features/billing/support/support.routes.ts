import { support } from '@claviger/contract/billing/support'
import { bind } from '#http/bind.ts'
import { answerRequest, requestReaders, askForSubscription, listAllRequests, listOwnRequests } from './support.ts'

export default bind(support, {
  newReader: requestReaders,
  annualRequest: askForSubscription,
  list: listOwnRequests,
  all: listAllRequests,
  answer: answerRequest,
})

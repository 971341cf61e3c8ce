import { addresses } from '@claviger/contract/people/addresses'
import { bind } from '#http/bind.ts'
import {
  answerAddressLink,
  cancelWaiting,
  getWaiting,
  openAddressLink,
  setAddressUnconfirmed,
} from '../users/user-addresses.ts'

export default bind(addresses, {
  waiting: getWaiting,
  cancel: cancelWaiting,
  setAlone: setAddressUnconfirmed,
  open: openAddressLink,
  answer: answerAddressLink,
})

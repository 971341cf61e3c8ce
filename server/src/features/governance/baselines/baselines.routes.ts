import { baselines } from '@claviger/contract/governance/baselines'
import { bind } from '#http/bind.ts'
import { acceptBaseline, compareBaseline, declineBaseline, listOffered } from './baselines.customer.ts'
import {
  getBaseline,
  listBaselines,
  listChoices,
  listFollowers,
  listOfCustomer,
  offerBaseline,
  publishBaseline,
  removeBaseline,
  withdrawBaseline,
} from './baselines.ts'

export default bind(baselines, {
  list: listBaselines,
  choices: listChoices,
  one: getBaseline,
  publish: publishBaseline,
  remove: removeBaseline,
  customers: listFollowers,
  offer: offerBaseline,
  withdraw: withdrawBaseline,
  ofCustomer: listOfCustomer,
  offered: listOffered,
  compare: compareBaseline,
  accept: acceptBaseline,
  decline: declineBaseline,
})

import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import { bind, outside } from '../../../http/bind.ts'
import { addOwnPersonal, addPersonal, listPersonal } from './personal-accounts.ts'

export default bind(personalAccounts, {
  list: listPersonal,
  add: outside(addPersonal),
  addOwn: addOwnPersonal,
})

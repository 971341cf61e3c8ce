import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import { bind, withoutTransaction } from '#http/bind.ts'
import { addOwnPersonal, addPersonal, listPersonal } from './personal-accounts.ts'

export default bind(personalAccounts, {
  list: listPersonal,
  add: withoutTransaction(addPersonal),
  addOwn: addOwnPersonal,
})

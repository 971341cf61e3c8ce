import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { bind, withoutTransaction } from '#http/bind.ts'
import { addTo, changeIn, confirmOwner, giveWorkspace, removeAdministratorFrom } from './change.ts'
import { candidatesOf, listBusiness, listOfWorkspace } from './administrator-queries.ts'

export default bind(allAdministrators, {
  business: listBusiness,
  ofWorkspace: listOfWorkspace,
  filtered: listOfWorkspace,
  candidates: candidatesOf,
  create: withoutTransaction(addTo),
  update: withoutTransaction(changeIn),
  remove: withoutTransaction(removeAdministratorFrom),
  changeOwner: giveWorkspace,
  confirmOwner,
})

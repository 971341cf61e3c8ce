import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { bind, outside } from '../../../http/bind.ts'
import { addTo, changeIn, changeOwner, removeFrom } from './change.ts'
import { candidatesOf, listBusiness, listOfWorkspace } from './list.ts'

export default bind(allAdministrators, {
  business: listBusiness,
  ofWorkspace: listOfWorkspace,
  filtered: listOfWorkspace,
  candidates: candidatesOf,
  create: outside(addTo),
  update: outside(changeIn),
  remove: outside(removeFrom),
  changeOwner: outside(changeOwner),
})

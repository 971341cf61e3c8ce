import { administrators } from '@claviger/contract/tenancy/administrators'
import { bind } from '#http/bind.ts'
import { createAdministrators, removeAdministrators, updateAdministrator } from './administrators.change.ts'
import { listActiveUsers, listAdministrators, listCandidates } from './administrators.list.ts'
import { answerRole, myPendingRole, placedAccessOf } from './administrators.pending.ts'
import { answerOwner, askOwner, pendingOwner, withdrawOwner } from './owner-change.ts'

export default bind(administrators, {
  list: listAdministrators,
  create: createAdministrators,
  update: updateAdministrator,
  remove: removeAdministrators,
  candidates: listCandidates,
  activeUsers: listActiveUsers,
  askOwner,
  pendingOwner,
  answerOwner,
  withdrawOwner,
  pendingRole: myPendingRole,
  answerRole,
  placedAccess: placedAccessOf,
})

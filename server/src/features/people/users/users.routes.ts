import { users } from '@claviger/contract/people/users'
import { bind, withoutTransaction } from '#http/bind.ts'
import { deleteUser, listBin, restoreUser } from './users.bin.ts'
import { editUser } from './users.change.ts'
import { exportUsers } from './users.export.ts'
import { createUser, inviteToRole, sendVerify } from './users.invite.ts'
import { countListedUsers, countUsers, listUserIds, listUsers } from './users.list.ts'
import { getUser } from './users.ts'

export default bind(users, {
  list: listUsers,
  total: countListedUsers,
  counts: countUsers,
  exportAll: exportUsers,
  bin: listBin,
  ids: listUserIds,
  create: withoutTransaction(createUser),
  get: getUser,
  update: editUser,
  remove: deleteUser,
  restore: restoreUser,
  sendVerify,
  inviteToRole,
})

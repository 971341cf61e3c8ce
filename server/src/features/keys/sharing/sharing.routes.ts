import { sharing } from '@claviger/contract/keys/sharing'
import { bind } from '#http/bind.ts'
import { listUserIds } from '#features/people/users/users.list.ts'
import {
  countShared,
  groupsToShare,
  listShares,
  listOpenedAccounts,
  sharedGroups,
  sharedPasskeys,
  sharedWith,
} from './share-queries.ts'
import { chooseDefaultAccount, removeShare, removeShares, shareAccount, removeAccountShares } from './sharing.ts'

export default bind(sharing, {
  userIds: listUserIds,
  groupIds: groupsToShare,
  list: listShares,
  remove: removeShare,
  removeMany: removeShares,
  add: shareAccount,
  take: removeAccountShares,
  accounts: listOpenedAccounts,
  with: sharedWith,
  groups: sharedGroups,
  passkeys: sharedPasskeys,
  count: countShared,
  makeDefault: chooseDefaultAccount,
})

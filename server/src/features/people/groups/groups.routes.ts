import { groups } from '@claviger/contract/people/groups'
import { bind } from '#http/bind.ts'
import { changeGroup, createGroup, editGroup, removeGroup } from './groups.change.ts'
import { listMembers } from '../users/member-queries.ts'
import { getGroup, listGroups } from './groups.list.ts'
import { suspendGroups } from '../bulk-runs/suspend-groups.ts'
import { listGroupIds, listPlainGroups } from './groups.ts'
import { lookUpMembers } from './group-lookup.ts'
import {
  addMembers,
  addToUser,
  addUsersToGroups,
  deleteUsers,
  removeFromUser,
  removeMembers,
  setMembers,
} from './groups.members.ts'
import { previewRule } from './groups.rules.ts'

export default bind(groups, {
  list: listGroups,
  create: createGroup,
  ids: listGroupIds,
  oneWorkspace: listPlainGroups,
  get: getGroup,
  update: changeGroup,
  edit: editGroup,
  info: changeGroup,
  remove: removeGroup,
  members: listMembers,
  addMembers,
  setMembers,
  removeMembers,
  suspendMany: suspendGroups,
  addUsers: addUsersToGroups,
  deleteUsers,
  lookup: lookUpMembers,
  previewRule,
  addToUser,
  removeFromUser,
})

import { groups } from '@claviger/contract/people/groups'
import { bind } from '../../../http/bind.ts'
import { changeGroup, createGroup, editGroup, removeGroup } from './groups.change.ts'
import { getGroup, listGroups, listMembers } from './groups.list.ts'
import { suspendGroups } from './groups.suspend.ts'
import { listGroupIds, listPlainGroups } from './groups.ts'
import { lookUp } from './lookup.ts'
import { addMembers, addToUser, addUsers, deleteUsers, removeFromUser, removeMembers, setMembers } from './members.ts'
import { previewRule } from './rules/rules.ts'

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
  addUsers,
  deleteUsers,
  lookup: lookUp,
  previewRule,
  addToUser,
  removeFromUser,
})

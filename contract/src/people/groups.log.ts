import { logged } from '../ground/log.ts'

export const groupsLog = logged({
  'group.created': { label: 'Group created', did: 'created the group <0/>' },
  'group.updated': { label: 'Group changed', did: 'changed the group <0/>' },
  'group.deleted': { label: 'Group deleted', did: 'deleted the group <0/>' },
  'group.restored': { label: 'Group restored', did: 'restored the group <0/>' },
  'group.joined': { label: 'Users added to group', did: 'added users to the group <0/>' },
  'group.left': { label: 'Users removed from group', did: 'removed users from the group <0/>' },
  'group.suspended': { label: 'Group suspended', did: 'suspended the users of the group <0/>' },
  'group.activated': { label: 'Group activated', did: 'activated the users of the group <0/>' },
})

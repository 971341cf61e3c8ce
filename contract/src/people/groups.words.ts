import { logged, refusals } from '../ground/words.ts'

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

export const groupsRefusals = refusals({
  'group-name-taken': { status: 409, says: 'Another group has this name', constraint: 'groups_name' },
  'everyone-group': { status: 409, says: 'This group holds all users. It cannot be changed' },
  'rule-decides': { status: 409, says: 'The rule of this group decides who belongs to it' },
  'members-not-by-hand': {
    status: 409,
    says: 'The account of an administrator is opened only by groups whose members somebody chose by hand',
  },
})

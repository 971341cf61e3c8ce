import { logged, refusals } from '../platform/text-declarations.ts'

export const groupsLog = logged({
  'group.created': { label: 'Group created', did: 'created the group <0/>' },
  'group.updated': { label: 'Group changed', did: 'changed the group <0/>' },
  'group.deleted': { label: 'Group deleted', did: 'deleted the group <0/>' },
  'group.ended': { label: 'Group ended', did: 'ended the group <0/>' },
  'group.restored': { label: 'Group restored', did: 'restored the group <0/>' },
  'group.joined': { label: 'Users added to group', did: 'added users to the group <0/>' },
  'group.left': { label: 'Users removed from group', did: 'removed users from the group <0/>' },
  'group.suspended': { label: 'Group suspended', did: 'suspended the users of the group <0/>' },
  'group.activated': { label: 'Group activated', did: 'activated the users of the group <0/>' },
})

export const groupsRefusals = refusals({
  'group-name-taken': { status: 409, says: 'Another group has this name', constraint: 'groups_name' },
  'group-still-named': {
    status: 409,
    says: 'This group has ended, but access policies or authentication profiles still name it. Remove it from them first.',
  },
  'everyone-group': { status: 409, says: "The “All users” group can't be changed" },
  'rule-decides': { status: 409, says: "Membership in this group is set by its rule. You can't change it manually" },
  'members-not-by-hand': {
    status: 409,
    says: "Only groups with manually added members can give access to an administrator's account",
  },
})

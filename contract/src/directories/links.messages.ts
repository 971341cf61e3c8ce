import { logged, refusals } from '../platform/text-declarations.ts'

export const linksLog = logged({
  'directory.linked': { label: 'User linked to a directory', did: 'linked <0/> to a directory' },
  'directory.groups-linked': { label: 'Groups linked', did: 'linked the group <0/> with a group of another directory' },
  'directory.unlinked': { label: 'User unlinked from a directory', did: 'unlinked <0/> from a directory' },
  'directory.group-unlinked': {
    label: 'Group unlinked from a directory',
    did: 'unlinked the group <0/> from a directory',
  },
  'directory.kept-apart': { label: 'User kept separate from a directory', did: 'kept <0/> separate from a directory' },
})

export const linksRefusals = refusals({
  'kept-elsewhere': {
    status: 409,
    says: 'Another entry of this directory is already linked to this user',
    constraint: 'directory_links_local',
  },
  'groups-not-linkable': {
    status: 409,
    says: "Only groups of two different directories can be linked, and the other group can't come from SCIM",
  },
  'not-unlinkable': {
    status: 409,
    says: "Users and groups from SCIM, and groups that have ended, can't be unlinked",
  },
  'group-in-use': { status: 409, says: 'Something names the other group' },
})

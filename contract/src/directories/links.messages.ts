import { logged, refusals } from '../platform/text-declarations.ts'

export const linksLog = logged({
  'directory.linked': { label: 'User linked to a directory', did: 'linked <0/> to a directory' },
  'directory.kept-apart': { label: 'User kept separate from a directory', did: 'kept <0/> separate from a directory' },
})

export const linksRefusals = refusals({
  'kept-elsewhere': {
    status: 409,
    says: 'This user is already linked to a directory',
    constraint: 'directory_links_local',
  },
})

import { logged, refusals } from '../ground/words.ts'

export const linksLog = logged({
  'directory.linked': { label: 'User handed to a directory', did: 'handed <0/> to a directory' },
  'directory.kept-apart': { label: 'Kept apart from a directory', did: 'kept <0/> apart from a directory' },
})

export const linksRefusals = refusals({
  'kept-elsewhere': { status: 409, says: 'A directory keeps this person already', constraint: 'directory_links_local' },
})

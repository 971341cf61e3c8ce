import { logged } from '../ground/log.ts'

export const linksLog = logged({
  'directory.linked': { label: 'User handed to a directory', did: 'handed <0/> to a directory' },
  'directory.kept-apart': { label: 'Kept apart from a directory', did: 'kept <0/> apart from a directory' },
})

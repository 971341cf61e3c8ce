import { logged } from '../ground/words.ts'

export const runsLog = logged({
  'work.stopped': { label: 'Long work stopped', did: 'stopped work on many' },
})

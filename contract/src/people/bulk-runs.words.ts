import { logged } from '../ground/words.ts'

export const bulkRunsLog = logged({
  'users.act-started': { label: 'Bulk act', did: 'changed many users at once' },
  'users.act-undone': { label: 'Bulk act undone', did: 'took back a change of many users' },
})

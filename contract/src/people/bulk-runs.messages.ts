import { logged } from '../platform/text-declarations.ts'

export const bulkRunsLog = logged({
  'users.act-started': { label: 'Bulk action', did: 'ran a bulk action on users' },
  'users.act-undone': { label: 'Bulk action undone', did: 'undid a bulk action on users' },
})

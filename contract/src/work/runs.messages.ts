import { logged } from '../platform/text-declarations.ts'

export const runsLog = logged({
  'work.stopped': { label: 'Bulk action stopped', did: 'stopped a bulk action' },
})

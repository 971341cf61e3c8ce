import { logged, refusals } from '../platform/text-declarations.ts'

export const pricesLog = logged({
  'price-table.saved': { label: 'Price table saved', did: 'saved the price table <0/>' },
  'price-table.deleted': { label: 'Price table deleted', did: 'deleted the price table <0/>' },
})

export const pricesRefusals = refusals({
  'price-table-closed': {
    status: 422,
    says: 'A price table can start tomorrow at the earliest, and never changes once it has started',
  },
  'price-table-configured': { status: 409, says: 'This price table is set in the configuration of the server' },
})

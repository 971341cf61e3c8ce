import { refusals } from '../platform/text-declarations.ts'

export const usageRefusals = refusals({
  'usage-range': { status: 422, says: 'Choose a range of at most 366 days' },
})

import type { JobKind } from '#platform/jobs.ts'
import { computeUsage } from './usage.ts'

/** Nightly, after the last uses of the day are committed. */
export const usageNightly: JobKind = {
  name: 'billing-usage',
  cron: '20 0 * * *',
  silent: {
    tables: ['usage_days', 'usage_users', 'usage_progress', 'key_ledger'],
    because: 'It counts, and changes nothing',
  },
  async work(world) {
    if (world.config.billing) await computeUsage(world)
  },
}

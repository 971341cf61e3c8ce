import type { JobKind } from '#platform/jobs.ts'
import { sendUsage } from './marketplace.metering.ts'
import { applyNotice, type NoticeJob } from './marketplace.operations.ts'

/** Applies a notice of the marketplace, which waits ten hours for us. */
export const marketplaceNotice: JobKind<NoticeJob> = {
  name: 'marketplace-notice',
  patience: { tries: 100, longestWait: 600 },
  work: applyNotice,
}

export const meterMarketplace: JobKind = {
  name: 'marketplace-metering',
  cron: '7 * * * *',
  silent: {
    tables: ['marketplace_usage', 'marketplace_purchases'],
    because: 'Counting an hour changes nothing in the workspace',
  },
  work: sendUsage,
}

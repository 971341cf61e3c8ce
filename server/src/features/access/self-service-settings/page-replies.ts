import type { PageBrief, SelfServicePage } from '@claviger/contract/access/self-service-settings/self-service-page'
import { noCounts, type StageCounts } from '@claviger/contract/access/self-service-settings/funnel'
import type { TransactionContext } from '#platform/app-context.ts'
import { settingsOfRow } from './self-service-settings.ts'
import { monthCounts, type PageRow } from './self-service-settings.store.ts'
import { warningsOfPage } from './notices/page-warnings.ts'

export const linkOfPage = (ctx: Pick<TransactionContext, 'config'>, row: Pick<PageRow, 'address'>): string =>
  `${ctx.config.publicUrl}/self-service/${row.address}`

export async function briefsOf(ctx: TransactionContext, rows: readonly PageRow[]): Promise<PageBrief[]> {
  const counts = Map.groupBy(await monthCounts(ctx.db, ctx.clock.now()), one => one.page_id)
  return rows.map(row => briefOf(ctx, row, sumStages(counts.get(row.id) ?? [])))
}

const briefOf = (ctx: TransactionContext, row: PageRow, month: StageCounts): PageBrief => {
  const { services, verificationType } = settingsOfRow(row)
  return {
    id: row.address,
    name: row.name,
    active: row.active,
    draft: row.opened_at === null,
    link: linkOfPage(ctx, row),
    services,
    verificationType,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
    month,
  }
}

export async function replyOfPage(ctx: TransactionContext, row: PageRow): Promise<SelfServicePage> {
  const [brief] = await briefsOf(ctx, [row])
  const settings = settingsOfRow(row)
  const hasSecret = row.automatic_secret !== null
  return { ...(brief as PageBrief), settings, hasSecret, warnings: await warningsOfPage(ctx, settings, hasSecret) }
}

export function sumStages(sums: readonly { stage: string; count: number }[]): StageCounts {
  const counts = { ...noCounts }
  for (const { stage, count } of sums) counts[stage as keyof StageCounts] += count
  return counts
}

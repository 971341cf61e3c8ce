import type { PageResults } from '@claviger/contract/access/self-service-settings/self-service-page'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sumStages } from './page-replies.ts'
import { countsByDay, ownPage } from './self-service-settings.store.ts'

/** Statistics of the last days, including today. @throws not-found */
export async function resultsOfPage(
  ctx: TransactionContext,
  input: { page: string; days: number },
): Promise<PageResults> {
  const row = await ownPage(ctx.db, input.page)
  if (!row) throw problem('not-found')
  const sums = await countsByDay(ctx.db, row.id, ctx.clock.now(), input.days)
  const finished = (action: number) =>
    sums.reduce((all, one) => all + (one.stage === 'done' && one.action === action ? one.count : 0), 0)
  return {
    whole: sumStages(sums),
    enrolled: finished(0),
    recovered: finished(1),
    days: [...Map.groupBy(sums, one => one.day)].map(([day, of]) => ({ day, counts: sumStages(of) })),
  }
}

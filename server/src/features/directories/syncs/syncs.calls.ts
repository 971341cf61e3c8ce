import { type AppliedReason, appliedReasons } from '@claviger/contract/directories/links'
import type { SyncRow, SyncRun, syncs } from '@claviger/contract/directories/syncs'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { paginate } from '#platform/db/page.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { secretFields } from '#features/people/addresses/addresses.secrets.ts'
import { planById } from '#features/work/works/works.plans.ts'
import { resultFile } from '#features/work/works/works.result.ts'
import { planAfter, planPage, type PlanRow } from './rows.store.ts'
import { runsPage, type ShownRun, shownRun } from './runs.store.ts'
import { rowOf, runOf } from './run-replies.ts'

type Calls = (typeof syncs)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

export const listSyncs = (ctx: TransactionContext, { connection, ...ask }: InputFor<'list'>) =>
  paginate<SyncRun>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    { ...runsPage(connection), item: (row: ShownRun) => runOf(row, ctx.clock.now()) },
  )

/** One run. @throws not-found */
export async function getSync(ctx: TransactionContext, { id }: { id: string }) {
  const row = await shownRun(ctx.db, id)
  if (!row) throw problem('not-found')
  return runOf(row, ctx.clock.now())
}

async function shownRows(ctx: TransactionContext, rows: readonly PlanRow[]): Promise<SyncRow[]> {
  const secret = await secretFields(ctx)
  return rows.map(row => rowOf(row, secret))
}

/** Rows of a run with their results. @throws not-found */
export async function listRows(ctx: TransactionContext, { id, ...ask }: InputFor<'rows'>) {
  const run = await shownRun(ctx.db, id)
  if (!run) throw problem('not-found')
  const { rows, total } = run.work_id === null ? { rows: [], total: 0 } : await planPage(ctx.db, run.work_id, ask)
  return {
    items: await shownRows(ctx, rows),
    total,
    totalIs: 'exact' as const,
    page: ask.page,
    pageSize: ask.pageSize,
    next: null,
  }
}

/** Rows of a run with their results, as a file. @throws not-found */
export const resultOfSync = resultFile<SyncRow>({
  async find(ctx, id) {
    const run = await shownRun(ctx.db, id)
    const work = run?.work_id ? await planById(ctx, run.work_id) : undefined
    if (!work) throw problem('not-found')
    return work
  },
  headers: () => ({
    own: [],
    said: [msg('Name'), msg('Item'), msg('ID in the directory'), msg('Fields'), msg('Result'), msg('Reason')],
  }),
  read: async (ctx, work, after) => shownRows(ctx, await planAfter(ctx.db, work.id, after)),
  refused: row => row.outcome === 'refused',
  cells: (row, _work, say) => [
    row.name ?? '',
    `${row.doing} ${row.plan}`,
    row.anchor,
    row.fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; '),
    row.outcome ?? '',
    row.reason === null ? '' : say(appliedReasons[row.reason as AppliedReason] ?? row.reason),
  ],
})

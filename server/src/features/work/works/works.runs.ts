import type { Page, PageOf } from '@claviger/contract/platform/page'
import { type Run, type RunPreview, undoMinutes } from '@claviger/contract/work/runs'
import { later, minutes } from '#platform/clock.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { WorkKind } from './work-kind.ts'
import { resultFile } from './works.result.ts'
import { listWorks, shownAfter, type ShownColumns, type ShownWorkRow, shownRows } from './lists.store.ts'
import { rowsRefused } from './works.store.ts'
import { beginWork, workToChange, stopWork, undoWork, type Work, workById } from './works.ts'

export interface RunColumns<Row> extends ShownColumns {
  item(row: ShownWorkRow): Row
  headers: readonly [string, string]
  reasons: { readonly [reason: string]: string }
}

const kindIn = (kinds: readonly WorkKind[], work: Work): WorkKind =>
  kinds.find(kind => kind.name === work.kind) as WorkKind

/** Until when a run can be undone; null if it can't. */
function undoUntil(kind: WorkKind, work: Work, now: Date): Date | null {
  if (work.undoes !== null || work.undone_by !== null || !work.counts['done'] || work.finished_at === null) return null
  if (!kind.undo || kind.canUndo?.(work) === false) return null
  const until = later(work.finished_at, minutes(undoMinutes))
  return until > now ? until : null
}

export const runOfWork = (ctx: TransactionContext, kind: WorkKind, work: Work): Run => ({
  id: work.id,
  act: kind.act?.(work) ?? kind.name,
  targetName: work.name,
  undoes: work.undoes,
  undoneBy: work.undone_by,
  actorName: work.actor_name,
  total: work.total,
  processed: work.processed,
  succeeded: work.counts['done'] ?? 0,
  startedAt: work.created_at.toISOString(),
  finishedAt: work.finished_at?.toISOString() ?? null,
  stopped: work.state === 'stopped',
  undoUntil: undoUntil(kind, work, ctx.clock.now())?.toISOString() ?? null,
})

interface RowsAsked {
  id: string
  page: number
  pageSize: number
  refused?: boolean | undefined
}

export function runCalls<Row>(kinds: readonly WorkKind[], shown: RunColumns<Row>) {
  const names = kinds.map(kind => kind.name)
  const wired = (ctx: TransactionContext, work: Work) => runOfWork(ctx, kindIn(kinds, work), work)
  return {
    list: (ctx: TransactionContext, ask: Page): Promise<PageOf<Run>> =>
      listWorks(ctx, ask, { names, files: false }, work => wired(ctx, work)),
    get: async (ctx: TransactionContext, input: { id: string }) => wired(ctx, await workById(ctx, kinds, input.id)),

    async rows(ctx: TransactionContext, ask: RowsAsked) {
      const work = await workById(ctx, kinds, ask.id)
      const done = work.counts['done'] ?? 0
      const rows = await shownRows(ctx.db, work, shown, ask)
      return {
        items: rows.map(row => shown.item(row)),
        total: ask.refused === undefined ? work.total : ask.refused ? work.processed - done : done,
        totalIs: 'exact' as const,
        page: ask.page,
        pageSize: ask.pageSize,
        next: null,
      }
    },

    /** @throws not-found; verify-first; undo-refused if too late or already undone */
    async undo(ctx: TransactionContext, input: { id: string }) {
      const work = await workToChange(ctx, kinds, input.id)
      const kind = kindIn(kinds, work)
      if (undoUntil(kind, work, ctx.clock.now()) === null) throw problem('undo-refused')
      if (kind.fresh?.(work)) mustBeFresh(ctx, kind.may)
      return wired(ctx, await undoWork(ctx, kind, work))
    },

    stop: async (ctx: TransactionContext, input: { id: string }) => wired(ctx, await stopWork(ctx, kinds, input.id)),

    /** Retries failed rows in the current caller's name. @throws not-found, verify-first, wrong-step */
    async retry(ctx: TransactionContext, input: { id: string }) {
      const work = await workById(ctx, kinds, input.id)
      if (work.finished_at === null || work.undoes !== null || !work.counts['refused']) throw problem('wrong-step')
      const kind = kindIn(kinds, work)
      if (kind.fresh?.(work)) mustBeFresh(ctx, kind.may)
      const what = { parameters: work.parameters, name: work.name, follows: work }
      return wired(ctx, await beginWork(ctx, kind, what, rowsRefused(work)))
    },

    result: resultFile<ShownWorkRow>({
      find: (ctx, id) => workById(ctx, kinds, id),
      headers: () => ({ own: [], said: [...shown.headers, msg('Result'), msg('Reason')] }),
      read: (ctx, work, after) => shownAfter(ctx.db, work, shown, after),
      refused: row => row.done === false,
      cells: (row, _work, say) => [
        row.name ?? '',
        row.detail ?? '',
        say(row.done === null ? msg('Waiting') : row.done ? msg('Done') : msg('Not done')),
        row.reason === null ? '' : say(shown.reasons[row.reason] ?? row.reason, { count: 1 }),
      ],
    }),
  }
}

interface Weight {
  reason: string | null
  count: number
  names: string[]
}

export function previewOfWork<W extends Weight>(weights: readonly W[], keys: (able: W) => number): RunPreview {
  const able = weights.find(weight => weight.reason === null)
  return {
    total: weights.reduce((sum, weight) => sum + weight.count, 0),
    able: able?.count ?? 0,
    names: able?.names ?? [],
    keys: able ? keys(able) : 0,
    unable: weights.flatMap(({ reason, count, names }) => (reason === null ? [] : [{ reason, count, names }])),
  }
}

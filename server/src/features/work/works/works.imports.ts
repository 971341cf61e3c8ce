import { doneReply } from '@claviger/contract/platform/fields'
import type { Page, PageOf } from '@claviger/contract/platform/page'
import type { RawBuilder } from 'kysely'
import { msg, type Translate, translateStored, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Asker, askerOf, workOriginOf } from '../rank/rank.ts'
import { fileOf, workAt } from './works.files.ts'
import type { WorkKind } from './work-kind.ts'
import { resultFile } from './works.result.ts'
import { openerOf } from './sealed-work.ts'
import { logObjectOfWork } from './work-slices.ts'
import { deleteWork, rowsAfter, type StoredRow, updateWork, findWorks } from './works.store.ts'
import { enqueueNextSlice } from './works.jobs.ts'
import { fileRows, type FileRow, listWorks } from './lists.store.ts'
import { stopWork, undoWork, type Work, workById, worksAfter } from './works.ts'

export interface ImportWireFormat<P, Import, Row, Preview> {
  /** `after` is what follows: undo and follow-up work; in lists only the undo. */
  import(work: Work<P>, after: readonly Work[]): Import
  row(row: FileRow, told: string | null): Row
  also?: RawBuilder<unknown>
  searched: RawBuilder<unknown>
  word(row: StoredRow, work: Work<P>): string
  refused(row: StoredRow): boolean
  weigh(ctx: TransactionContext, work: Work<P>, by: Asker): Promise<Preview>
  /** False while follow-up work is running. */
  mayUndo?(work: Work<P>, after: readonly Work[]): boolean
}

interface RowsAsked {
  id: string
  page: number
  pageSize: number
  outcome?: string | undefined
  search?: string | undefined
}

const told = (row: StoredRow, say: Translate) => (row.told === null ? null : translateStored(say, row.told))

export const undoOf = (after: readonly Work[]): Work | undefined => after.find(work => work.undoes !== null)
export const undoReply = (undo: Work) => ({
  processed: undo.processed,
  stayed: undo.counts['stayed'] ?? 0,
  actorName: undo.actor_name,
  startedAt: undo.created_at.toISOString(),
  finishedAt: undo.finished_at?.toISOString() ?? null,
})

export const fileReply = (work: Work) => {
  const { encoding, delimiter, headers, mapping } = fileOf(work)
  return {
    id: work.id,
    fileName: work.name ?? '',
    encoding: encoding.toUpperCase(),
    delimiter,
    headers,
    mapping,
    total: work.total,
    processed: work.processed,
    actorName: work.actor_name,
    createdAt: work.created_at.toISOString(),
    startedAt: work.started_at?.toISOString() ?? null,
    finishedAt: work.finished_at?.toISOString() ?? null,
  }
}

export function importCalls<P, Import, Row, Preview>(
  kind: WorkKind<P>,
  wired: ImportWireFormat<P, Import, Row, Preview>,
) {
  const one = async (ctx: TransactionContext, id: string) => (await workById(ctx, [kind], id)) as Work<P>
  const whole = async (ctx: TransactionContext, work: Work<P>) => wired.import(work, await worksAfter(ctx.db, work))
  const undoable = async (ctx: TransactionContext, id: string, find: () => Promise<Work<P>>): Promise<Work<P>> => {
    const work = await find()
    const allowed = wired.mayUndo?.(work, await worksAfter(ctx.db, work)) !== false
    if (!['done', 'stopped'].includes(work.state) || work.undone_by !== null || !allowed)
      throw problem('wrong-step', 'This import is in a different step')
    return work
  }
  return {
    whole,
    find: one,
    async list(ctx: TransactionContext, ask: Page): Promise<PageOf<Import>> {
      const page = await listWorks(ctx, ask, { names: [kind.name], files: true }, work => work as Work<P>)
      const undos = await findWorks(
        ctx.db,
        page.items.flatMap(work => work.undone_by ?? []),
      )
      const items = page.items.map(work =>
        wired.import(
          work,
          undos.filter(({ id }) => id === work.undone_by),
        ),
      )
      return { ...page, items }
    },
    get: async (ctx: TransactionContext, input: { id: string }) => whole(ctx, await one(ctx, input.id)),

    async rows(ctx: TransactionContext, ask: RowsAsked) {
      const work = await one(ctx, ask.id)
      const { rows, total } = await fileRows(ctx.db, work, wired, ask)
      const open = await openerOf(ctx, kind.file, work.id)
      return {
        items: rows.map(row => wired.row({ ...row, cells: open(row) }, told(row, sayTo(ctx)))),
        total,
        totalIs: 'exact' as const,
        page: ask.page,
        pageSize: ask.pageSize,
        next: null,
      }
    },

    async start(ctx: TransactionContext, input: { id: string }): Promise<Import> {
      const work = await workAt(ctx, kind, input.id, 'reviewed')
      const { action, says } = kind.lines.begun
      await record(ctx, { action, object: logObjectOfWork(kind, work), after: says(work) })
      const started_at = ctx.clock.now()
      if (await kind.file?.handsOver?.(ctx, work)) {
        const ended = { state: 'done', processed: work.total, started_at, finished_at: started_at }
        return whole(ctx, (await updateWork(ctx.db, work, ended)) as Work<P>)
      }
      const begun = { ...workOriginOf(ctx), state: 'running', processed: 0, last_row: 0, started_at }
      const started = await updateWork(ctx.db, work, begun)
      await enqueueNextSlice(ctx, started)
      return wired.import(started as Work<P>, [])
    },

    stop: async (ctx: TransactionContext, input: { id: string }) =>
      whole(ctx, (await stopWork(ctx, [kind], input.id)) as Work<P>),

    async undoPreview(ctx: TransactionContext, input: { id: string }): Promise<Preview> {
      const work = await undoable(ctx, input.id, () => one(ctx, input.id))
      return wired.weigh(ctx, work, askerOf(ctx))
    },

    async undo(ctx: TransactionContext, input: { id: string }): Promise<Import> {
      const work = await undoable(ctx, input.id, () => workAt(ctx, kind, input.id, 'done', 'stopped'))
      await undoWork(ctx, kind, work)
      return whole(ctx, await one(ctx, work.id))
    },

    async discard(ctx: TransactionContext, input: { id: string }) {
      const work = await workAt(ctx, kind, input.id, 'staged', 'reviewed', 'reviewing')
      await deleteWork(ctx.db, work.workspace_id, work.id)
      return doneReply
    },

    result: resultFile<StoredRow>({
      find: (ctx, id) => workById(ctx, [kind], id),
      headers: work => ({ own: fileOf(work).headers, said: [msg('Row'), msg('Result'), msg('Result')] }),
      async read(ctx, work, after) {
        const rows = await rowsAfter(ctx.db, work, after, 1000, 'told')
        const open = await openerOf(ctx, kind.file, work.id)
        return rows.map(row => ({ ...row, cells: open(row) }))
      },
      refused: row => wired.refused(row),
      cells: (row, work, say) => [
        ...(row.cells ?? []),
        row.row,
        wired.word(row, work as Work<P>),
        told(row, say) ?? '',
      ],
    }),
  }
}

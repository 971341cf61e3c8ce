import type { RawBuilder } from 'kysely'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type WorkOrigin, workOriginOf } from '../rank/rank.ts'
import { immediateRows } from '@claviger/contract/work/runs'
import { failWork } from './give-up.ts'
import { type WorkKind, kindOfWork } from './work-kind.ts'
import { runSlice, logObjectOfWork } from './work-slices.ts'
import {
  findWork,
  insertRows,
  insertWork,
  lockWork,
  updateWork,
  type Work,
  numberRows,
  rowsDone,
} from './works.store.ts'
import { enqueueNextSlice } from './works.jobs.ts'

export {
  type TransactingContext as TransactionWorld,
  type FileKind,
  type WorkKind,
  longWork,
  type Slice,
} from './work-kind.ts'
export { type WorkRowResult, type WorkRow, rowsOf, type Work, findWorksAfter as worksAfter } from './works.store.ts'

export interface WorkRequest<P> {
  parameters: P
  name?: string | null
  follows?: Work
  undoes?: boolean
  /** The actor without a calling user: the author of a workflow. */
  begun?: WorkOrigin
}

/**
 * Starts work on rows from a query of numbers and subjects. A few are processed immediately; more, and
 * follow-ups of an import, become a job that resumes after a crash.
 */
export async function beginWork<P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  what: WorkRequest<P>,
  rows: RawBuilder<unknown>,
): Promise<Work<P>> {
  const { follows, undoes = false } = what
  const now = ctx.clock.now()
  const work = await insertWork(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    kind: kind.name,
    state: 'running',
    parameters: what.parameters,
    name: what.name?.slice(0, 200) ?? null,
    follows: follows?.id ?? null,
    undoes: undoes ? (follows?.id ?? null) : null,
    for_actor: follows?.actor_id ?? null,
    ...(what.begun ?? workOriginOf(ctx)),
    created_at: now,
    started_at: now,
  })
  const begun = await updateWork(ctx.db, work, { total: await insertRows(ctx.db, work, rows) })
  const line = (undoes ? kind.lines.undone : undefined) ?? kind.lines.begun
  const of = undoes && kind.file && follows ? follows : begun
  await record(ctx, { action: line.action, object: logObjectOfWork(kind, begun), after: line.says(of as Work<P>) })
  const short = begun.total <= immediateRows && !kind.file && !kind.ahead && !kind.loggedWithWhatItFollows
  if (short) return (await runSlice(ctx, kind, begun)) as Work<P>
  await enqueueNextSlice(ctx, begun)
  return begun as Work<P>
}

export const beginOn = <P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  what: WorkRequest<P>,
  list: RawBuilder<unknown>,
): Promise<Work<P>> => beginWork(ctx, kind, what, numberRows(list))

/** Undoes a work as a separate work. The caller must have checked that this is possible and hold its lock. */
export async function undoWork(ctx: TransactionContext, kind: WorkKind, work: Work): Promise<Work> {
  const what = { parameters: work.parameters, name: work.name, follows: work, undoes: true }
  const undone = await beginWork(ctx, kind, what, rowsDone(work, kind.did))
  await updateWork(ctx.db, work, { undone_by: undone.id })
  return undone
}

export async function workById(
  ctx: TransactionContext,
  kinds: readonly WorkKind[],
  id: string,
  find = findWork,
): Promise<Work> {
  const work = await find(ctx.db, workspaceOf(ctx), id)
  if (!work || !kinds.some(kind => kind.name === work.kind)) throw problem('not-found')
  return work
}

export const workToChange = (ctx: TransactionContext, kinds: readonly WorkKind[], id: string): Promise<Work> =>
  workById(ctx, kinds, id, lockWork)

/** Stops running work: finished rows stay, pending ones are marked. @throws not-found, wrong-step */
/** Changes parameters of a work that is locked by its caller. */
export const changeParameters = <P extends object>(
  ctx: TransactionContext,
  work: Work<P>,
  parameters: Partial<P>,
): Promise<Work> => updateWork(ctx.db, work, { parameters: { ...work.parameters, ...parameters } })

export async function stopWork(ctx: TransactionContext, kinds: readonly WorkKind[], id: string): Promise<Work> {
  const work = await workToChange(ctx, kinds, id)
  if (work.state !== 'running') throw problem('wrong-step')
  return failWork(ctx, kindOfWork(work.kind), work, 'stopped')
}

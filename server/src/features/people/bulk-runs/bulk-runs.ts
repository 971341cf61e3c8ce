import { done } from '@claviger/contract/ground/fields'
import type { ProblemCode } from '@claviger/contract/ground/problems'
import {
  atOnce,
  type BulkAct,
  type BulkPreview,
  type BulkRow,
  type BulkReason,
  bulkReasons,
  type BulkRun,
  type Selection,
} from '@claviger/contract/people/bulk-runs'
import type { Page } from '@claviger/contract/ground/page'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { joinableGroup } from '../groups/groups.many.ts'
import { joinableUnit } from '../units/units.many.ts'
import { perform, weigh } from '../users/acts/acts.ts'
import { canUndo } from '../users/acts/undo.ts'
import { askerOf } from '../../work/rank/asker.ts'
import { newRun, undoUntil, wiredPreview, wiredRows, wiredRun } from './any-run.ts'
import { doBatch } from './batch.ts'
import { carryOn } from './bulk-runs.jobs.ts'
import { findRun, insertRun, markUndone, pageOfRows, type RunRow } from './bulk-runs.store.ts'
import { chosen } from './choose.ts'

type Targeted = Selection & { target?: string | undefined }

/** What an act would do, without doing it. Throws invalid-input, not-found and imported-read-only. */
export async function previewAct(ctx: Ctx, input: Targeted & { act: BulkAct }): Promise<BulkPreview> {
  const target = await targetOf(ctx, input.act, input.target)
  const asked = { act: input.act, by: askerOf(ctx), now: ctx.clock.now(), target: target?.id ?? null }
  const weights = await weigh(ctx, asked, await chosen(ctx, input))
  return wiredPreview(weights, able => able.keys)
}

const begins = (act: BulkAct) => async (ctx: Ctx, input: Targeted) => {
  const target = await targetOf(ctx, act, input.target)
  return begin(ctx, { act, target_id: target?.id ?? null, target_name: target?.name ?? null }, await chosen(ctx, input))
}

export const activateMany = begins('activate')
export const deactivateMany = begins('deactivate')
export const suspendMany = begins('suspend')
export const deleteMany = begins('delete')
export const restoreMany = begins('restore')
export const inviteMany = begins('invite')
export const addManyToGroup = begins('add-to-group')
export const addManyToUnit = begins('add-to-unit')

const toOne = (act: BulkAct) => async (ctx: Ctx, input: { id: string }) => {
  const asked = { act, by: askerOf(ctx), now: ctx.clock.now(), target: null }
  const [acted] = await perform(ctx, asked, { targetName: null }, [input.id])
  const reason = acted?.reason
  if (reason)
    throw problem(
      refusals[reason] ?? 'change-refused',
      refusals[reason] ? undefined : `This user ${bulkReasons[reason]}`,
    )
  return done
}

const refusals: Partial<Record<BulkReason, ProblemCode>> = {
  unknown: 'not-found',
  'above-you': 'above-you',
  'own-account': 'own-account',
  'last-owner': 'last-owner',
}

export const activateOne = toOne('activate')
export const deactivateOne = toOne('deactivate')
export const suspendOne = toOne('suspend')

/** Takes a run back. Throws not-found, and undo-refused when it is too late or was done before. */
export async function undoRun(ctx: Ctx, input: { id: string }): Promise<BulkRun> {
  const run = await findRun(ctx.db, input.id)
  if (!run) throw problem('not-found')
  if (undoUntil(run, canUndo, ctx.clock.now()) === null) throw problem('undo-refused')
  const list = sql`select person_id from bulk_run_rows where run_id = ${run.id}::uuid and done`
  const what = { act: run.act, target_id: run.target_id, target_name: run.target_name, undoes: run.id }
  const undone = await begin(ctx, what, list)
  if (!(await markUndone(ctx.db, run.id, undone.id))) throw problem('undo-refused')
  return undone
}

/** What a run is to do. */
export type What = Pick<RunRow, 'act' | 'target_id' | 'target_name'> & { undoes?: string }

/** A few rows are done at once; more become a job, which goes on where it stopped whatever happens. */
export async function begin(ctx: Ctx, what: What, list: Parameters<typeof insertRun>[2]): Promise<BulkRun> {
  const started = await insertRun(ctx.db, { ...what, ...newRun(ctx) }, list)
  if (started.total > 1 || what.undoes)
    await record(ctx, {
      action: what.undoes ? 'users.act-undone' : 'users.act-started',
      object: { type: 'bulk-run', id: started.id, name: what.act },
      after: { users: started.total, ...(what.target_name !== null && { target: what.target_name }) },
    })
  if (started.total <= atOnce) return runOf(ctx, await doBatch(ctx, started))
  await ctx.jobs.announce(ctx, carryOn, { workspace: workspaceOf(ctx), id: started.id, unitsOf: started.units_of })
  return runOf(ctx, started)
}

async function targetOf(ctx: Ctx, act: BulkAct, target: string | undefined) {
  if (act !== 'add-to-group' && act !== 'add-to-unit') return undefined
  if (target === undefined)
    throw problem('invalid-input', undefined, [{ field: 'target', message: 'Choose a group or unit' }])
  return act === 'add-to-group' ? joinableGroup(ctx, target) : joinableUnit(ctx, target)
}

/** All runs, the newest first. */
export const listRuns = (ctx: Ctx, ask: Page) =>
  paginate<BulkRun>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: sql`bulk_runs`,
      select: sql`bulk_runs.*`,
      where: [],
      sorts: { started: { by: sql`bulk_runs.started_at`, type: 'timestamptz' } },
      id: sql`bulk_runs.id`,
      defaultSort: 'started',
      item: (row: RunRow) => runOf(ctx, row),
    },
  )

/** One run. Throws not-found. */
export async function getRun(ctx: Ctx, input: { id: string }): Promise<BulkRun> {
  const run = await findRun(ctx.db, input.id)
  if (!run) throw problem('not-found')
  return runOf(ctx, run)
}

/** What happened to each user of a run. Throws not-found. */
export async function listRows(
  ctx: Ctx,
  ask: { id: string; page: number; pageSize: number; refused?: boolean | undefined },
) {
  const run = await findRun(ctx.db, ask.id)
  if (!run) throw problem('not-found')
  const rows = await pageOfRows(ctx.db, run.id, ask)
  const items = rows.map((row): BulkRow => ({
    id: row.person_id,
    name: row.name,
    userId: row.login,
    done: row.done,
    reason: row.reason,
  }))
  return wiredRows(run, ask, items)
}

const runOf = (ctx: Ctx, run: RunRow): BulkRun => wiredRun(run, undoUntil(run, canUndo, ctx.clock.now()))

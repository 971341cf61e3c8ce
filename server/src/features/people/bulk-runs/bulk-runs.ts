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
  undoMinutes,
} from '@claviger/contract/people/bulk-runs'
import type { Page } from '@claviger/contract/ground/page'
import { sql } from 'kysely'
import { later, minutes } from '../../../ground/clock.ts'
import { paginate } from '../../../ground/db/page.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { joinableGroup } from '../groups/groups.many.ts'
import { joinableUnit } from '../units/units.many.ts'
import { perform, weigh } from '../users/acts/acts.ts'
import { canUndo } from '../users/acts/undo.ts'
import { askerOf } from '../users/acts/asker.ts'
import { doBatch } from './batch.ts'
import { carryOn } from './bulk-runs.jobs.ts'
import { findRun, insertRun, markUndone, pageOfRows, type RunRow } from './bulk-runs.store.ts'
import { chosen } from './choose.ts'

type Targeted = Selection & { target?: string | undefined }

/** What an act would do, without doing it. Throws invalid-input, not-found and imported-read-only. */
export async function previewAct(ctx: Ctx, input: Targeted & { act: BulkAct }): Promise<BulkPreview> {
  const target = await targetOf(ctx, input.act, input.target)
  const { id: actor, rank } = askerOf(ctx)
  const asked = { act: input.act, actor, rank, now: ctx.clock.now(), target: target?.id ?? null }
  const weights = await weigh(ctx, asked, await chosen(ctx, input))
  const able = weights.find(weight => weight.reason === null)
  return {
    total: weights.reduce((sum, weight) => sum + weight.count, 0),
    able: able?.count ?? 0,
    names: able?.names ?? [],
    keys: able?.keys ?? 0,
    unable: weights.flatMap(({ reason, count, names }) => (reason === null ? [] : [{ reason, count, names }])),
  }
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
  const { id: actor, name, rank } = askerOf(ctx)
  const asked = { act, actor, rank, now: ctx.clock.now(), target: null }
  const [acted] = await perform(ctx, asked, { by: { id: actor, name }, targetName: null }, [input.id])
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
  'above-you': 'not-permitted',
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
  if (undoUntil(run, ctx.clock.now()) === null) throw problem('undo-refused')
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
  const by = askerOf(ctx)
  const started = await insertRun(
    ctx.db,
    {
      ...what,
      workspace_id: workspaceOf(ctx),
      id: newId(),
      actor_id: by.id,
      actor_name: by.name.slice(0, 260),
      units_of: ctx.unitsOf ?? null,
      rank: by.rank,
      started_at: ctx.clock.now(),
    },
    list,
  )
  if (started.total > 1 || what.undoes)
    await record(ctx, {
      action: what.undoes ? 'users.act-undone' : 'users.act-started',
      object: { type: 'bulk-run', id: started.id, name: what.act },
      after: { users: started.total, ...(what.target_name !== null && { target: what.target_name }) },
    })
  if (started.total <= atOnce) return runOf(ctx, await doBatch(ctx, started))
  await ctx.jobs.announce(ctx, carryOn, { workspace: workspaceOf(ctx), run: started.id, unitsOf: started.units_of })
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
  const total = ask.refused === undefined ? run.total : ask.refused ? run.seen - run.succeeded : run.succeeded
  return {
    items: rows.map((row): BulkRow => ({
      id: row.person_id,
      name: row.name,
      userId: row.login,
      done: row.done,
      reason: row.reason,
    })),
    total,
    totalIs: 'exact' as const,
    page: ask.page,
    pageSize: ask.pageSize,
    next: null,
  }
}

function undoUntil(run: RunRow, now: Date): Date | null {
  if (run.undoes !== null || run.undone_by !== null || run.succeeded === 0 || !canUndo(run.act)) return null
  if (run.finished_at === null) return null
  const until = later(run.finished_at, minutes(undoMinutes))
  return until > now ? until : null
}

const runOf = (ctx: Ctx, run: RunRow): BulkRun => ({
  id: run.id,
  act: run.act,
  targetName: run.target_name,
  undoes: run.undoes,
  undoneBy: run.undone_by,
  actorName: run.actor_name,
  total: run.total,
  seen: run.seen,
  succeeded: run.succeeded,
  startedAt: run.started_at.toISOString(),
  finishedAt: run.finished_at?.toISOString() ?? null,
  undoUntil: undoUntil(run, ctx.clock.now())?.toISOString() ?? null,
})

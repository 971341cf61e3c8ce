import type { Page } from '@claviger/contract/ground/page'
import { atOnce, type BulkPreview, type BulkRun } from '@claviger/contract/people/bulk-runs'
import type { KeyAct, KeyRunRow, KeySelection } from '@claviger/contract/keys/security-keys/key-acts'
import { type RawBuilder, sql } from 'kysely'
import { paginate } from '../../../../ground/db/page.ts'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import { problem } from '../../../../ground/problem.ts'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { newRun, undoUntil, wiredPreview, wiredRows, wiredRun } from '../../../people/bulk-runs/any-run.ts'
import { askerOf } from '../../../work/rank/asker.ts'
import { keysMatching } from '../seen/list.ts'
import { weightsOfKeys } from './acts.store.ts'
import { doKeyBatch } from './batch.ts'
import { carryOnKeys } from './runs.jobs.ts'
import { findKeyRun, insertKeyRun, type KeyRunOfRow, markKeyRunUndone, pageOfKeyRows } from './runs.store.ts'
import { canUndoOnKeys } from './undo.ts'

interface What<Act = KeyAct> {
  act: Act
  verification: number | null
  pins: 'mail' | 'later' | null
  undoes?: string
  /** What each user gets, as JSON. */
  assigns?: string
}

type Asked = KeySelection & {
  act: KeyAct
  verification?: number | undefined
  pins?: 'mail' | 'later' | undefined
}

const whatOf = ({ act, verification, pins }: Asked): What => {
  if (act !== 'verification') return { act, verification: null, pins: null }
  if (verification === undefined)
    throw problem('invalid-input', undefined, [{ field: 'verification', message: 'Choose how keys are verified' }])
  return { act, verification, pins: pins ?? 'mail' }
}

/** What an act would do, without doing it. Throws invalid-input. */
export async function previewKeyAct(ctx: Ctx, input: Asked): Promise<BulkPreview> {
  const asked = { ...whatOf(input), by: askerOf(ctx), now: ctx.clock.now() }
  const weights = await weightsOfKeys(ctx.db, asked, await chosenKeys(ctx, input))
  return wiredPreview(weights, able => able.count)
}

/** Begins an act on the keys of a selection. Throws invalid-input when it means none. */
export const beginOnKeys = async (ctx: Ctx, input: Asked): Promise<BulkRun> =>
  begin(ctx, whatOf(input), await chosenKeys(ctx, input))

/** The ids that a selection means, as SQL. Throws invalid-input when it means none. */
async function chosenKeys(ctx: Ctx, { ids, all, filter, except }: KeySelection): Promise<RawBuilder<unknown>> {
  if (ids?.length) return sql`select distinct unnest(${ids}::uuid[])`
  if (!all)
    throw problem('invalid-input', 'Choose at least one key', [{ field: 'ids', message: 'Choose at least one key' }])
  const where = [...(await keysMatching(ctx, filter ?? {})), sql`security_keys.id <> all(${except ?? []}::uuid[])`]
  return sql`select security_keys.id from security_keys where ${sql.join(where, sql` and `)}`
}

/**
 * Begins an act on the keys, or an assignment to the users, of a list of ids. A few rows are done at once; more become a
 * job, which goes on where it stopped whatever happens.
 */
export async function begin(ctx: Ctx, what: What<KeyAct | 'assign'>, list: RawBuilder<unknown>): Promise<BulkRun> {
  const started = await insertKeyRun(ctx.db, { ...what, ...newRun(ctx) }, list)
  await record(ctx, {
    action: what.undoes ? 'security-keys.act-undone' : 'security-keys.act-started',
    object: { type: 'key-run', id: started.id, name: what.act },
    after: { keys: started.total },
  })
  if (started.total <= atOnce) return runOf(ctx, await doKeyBatch(ctx, started))
  await ctx.jobs.announce(ctx, carryOnKeys, { workspace: workspaceOf(ctx), id: started.id, unitsOf: started.units_of })
  return runOf(ctx, started)
}

/** Takes a run back. Throws not-found, and undo-refused when it is too late or was done before. */
export async function undoKeyRun(ctx: Ctx, input: { id: string }): Promise<BulkRun> {
  const run = await findKeyRun(ctx.db, input.id)
  if (!run) throw problem('not-found')
  if (undoUntil(run, canUndoOnKeys, ctx.clock.now()) === null) throw problem('undo-refused')
  const list = sql`select key_id from key_run_rows where run_id = ${run.id}::uuid and done`
  const what = {
    act: run.act as KeyAct,
    verification: run.verification,
    pins: run.pins as 'mail' | 'later' | null,
    undoes: run.id,
  }
  const undone = await begin(ctx, what, list)
  if (!(await markKeyRunUndone(ctx.db, run.id, undone.id))) throw problem('undo-refused')
  return undone
}

/** All runs on keys, the newest first. */
export const listKeyRuns = (ctx: Ctx, ask: Page) =>
  paginate<BulkRun>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: sql`key_runs`,
      select: sql`key_runs.*`,
      where: [],
      sorts: { started: { by: sql`key_runs.started_at`, type: 'timestamptz' } },
      id: sql`key_runs.id`,
      defaultSort: 'started',
      item: (row: KeyRunOfRow) => runOf(ctx, row),
    },
  )

/** One run. Throws not-found. */
export async function getKeyRun(ctx: Ctx, input: { id: string }): Promise<BulkRun> {
  const run = await findKeyRun(ctx.db, input.id)
  if (!run) throw problem('not-found')
  return runOf(ctx, run)
}

/** What happened to each key of a run. Throws not-found. */
export async function listKeyRows(
  ctx: Ctx,
  ask: { id: string; page: number; pageSize: number; refused?: boolean | undefined },
) {
  const run = await findKeyRun(ctx.db, ask.id)
  if (!run) throw problem('not-found')
  const rows = await pageOfKeyRows(ctx.db, run.id, ask)
  const items = rows.map(({ key_id, ...row }): KeyRunRow => ({ id: key_id, ...row }))
  return wiredRows(run, ask, items)
}

const runOf = (ctx: Ctx, run: KeyRunOfRow): BulkRun => wiredRun(run, undoUntil(run, canUndoOnKeys, ctx.clock.now()))

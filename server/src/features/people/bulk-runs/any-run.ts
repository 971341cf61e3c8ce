import { type BulkPreview, type BulkRun, undoMinutes } from '@claviger/contract/people/bulk-runs'
import type { Selectable } from 'kysely'
import { later, minutes } from '../../../ground/clock.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Tables } from '../../../ground/db/db.types.ts'
import { newId } from '../../../ground/ids.ts'
import type { Ctx } from '../../../ground/world.ts'
import { begunBy } from '../../work/rank/asker.ts'

/** What runs on users and runs on keys have in common, wherever they are kept. */
type AnyRun = Pick<
  Selectable<Tables['bulk_runs']>,
  'id' | 'act' | 'undoes' | 'undone_by' | 'actor_name' | 'total' | 'seen' | 'succeeded' | 'started_at' | 'finished_at'
>

/** The columns in which a run says whose it is, for whoever asks now. */
export function newRun(ctx: Ctx) {
  return { workspace_id: workspaceOf(ctx), id: newId(), ...begunBy(ctx), started_at: ctx.clock.now() }
}

/** Until when a run can be taken back; null when it cannot. `canUndo` says of an act whether there is a way back. */
export function undoUntil(run: AnyRun, canUndo: (act: string) => boolean, now: Date): Date | null {
  if (run.undoes !== null || run.undone_by !== null || run.succeeded === 0 || !canUndo(run.act)) return null
  if (run.finished_at === null) return null
  const until = later(run.finished_at, minutes(undoMinutes))
  return until > now ? until : null
}

/** A run as the wire has it. */
export const wiredRun = (run: AnyRun & { target_name?: string | null }, until: Date | null): BulkRun => ({
  id: run.id,
  act: run.act,
  targetName: run.target_name ?? null,
  undoes: run.undoes,
  undoneBy: run.undone_by,
  actorName: run.actor_name,
  total: run.total,
  seen: run.seen,
  succeeded: run.succeeded,
  startedAt: run.started_at.toISOString(),
  finishedAt: run.finished_at?.toISOString() ?? null,
  undoUntil: until?.toISOString() ?? null,
})

/** One page of what happened to each, as the wire has it; how many there are follows from the run. */
export const wiredRows = <Row>(
  run: AnyRun,
  ask: { page: number; pageSize: number; refused?: boolean | undefined },
  items: Row[],
) => ({
  items,
  total: ask.refused === undefined ? run.total : ask.refused ? run.seen - run.succeeded : run.succeeded,
  totalIs: 'exact' as const,
  page: ask.page,
  pageSize: ask.pageSize,
  next: null,
})

interface Weight {
  /** Null for those it can happen to. */
  reason: string | null
  count: number
  names: string[]
}

/** What an act would do, from how many stand in its way and why; `keys` of those it can happen to. */
export function wiredPreview<W extends Weight>(weights: readonly W[], keys: (able: W) => number): BulkPreview {
  const able = weights.find(weight => weight.reason === null)
  return {
    total: weights.reduce((sum, weight) => sum + weight.count, 0),
    able: able?.count ?? 0,
    names: able?.names ?? [],
    keys: able ? keys(able) : 0,
    unable: weights.flatMap(({ reason, count, names }) => (reason === null ? [] : [{ reason, count, names }])),
  }
}

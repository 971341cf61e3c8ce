import type { SyncStarter } from '@claviger/contract/directories/syncs'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext, JobKind } from '#platform/app-context.ts'
import { mustAct, type ConnectedDirectory, readingOf } from '../connections/connections.ts'
import { findHeldRun, insertRun, settleRuns } from './runs.store.ts'
import { type SourceReadOptions, sourceOf } from './syncs.sources.ts'

export interface SyncAsk {
  mode?: number | undefined
  dry: boolean
  unmanaged?: boolean
  by: SyncStarter
  only?: SourceReadOptions['only']
}

export interface SyncReference {
  workspace: string
  run: string
}

/** Name only: the job itself depends on the long-running job, which depends on this module. */
export const readingJob: Pick<JobKind<SyncReference>, 'name'> = { name: 'directory-reading' }

/**
 * Starts a run: a job reads the directory and lists the differences; nothing is changed before the list is complete.
 * @throws not-found for an unsupported type, directory-off, not-approved, sync-runs if one is in progress
 */
export async function beginSync(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  ask: SyncAsk,
): Promise<string> {
  if (!sourceOf(connection.kind)) throw problem('not-found')
  if (!ask.dry) await mustAct(ctx, connection)
  const now = ctx.clock.now()
  // A scheduled preview changes nothing, so a run that waits for approval stays
  if (!ask.dry || ask.by === 'person') await settleRuns(ctx.db, connection.id, now, !ask.dry)
  const [id, by] = [newId(), shownAs(ctx)]
  await insertRun(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    connection_id: connection.id,
    connection_name: connection.name,
    kind: connection.kind,
    mode: ask.mode ?? connection.mode,
    dry: ask.dry,
    unmanaged: ask.dry && ask.unmanaged === true,
    started_by: ask.by,
    only_some: ask.only ? JSON.stringify(ask.only) : null,
    state: 'reading',
    counts: '{}',
    actor_id: by.id,
    actor_name: by.name.slice(0, 260),
    created_at: now,
  })
  await ctx.jobs.announce(ctx, readingJob as JobKind<SyncReference>, { workspace: workspaceOf(ctx), run: id })
  return id
}

export const hasHeldRun = async (ctx: TransactionContext, connection: ConnectedDirectory): Promise<boolean> =>
  (await findHeldRun(ctx.db, connection.id)) !== undefined

/** Start of a read: after the last one; once a day from scratch, because change lists don't include all deletions. */
export async function startCursorOf(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  isDry: boolean,
): Promise<unknown> {
  const { cursor, sweptAt } = await readingOf(ctx, connection.id)
  const recent = sweptAt !== null && later(sweptAt, days(1)) > ctx.clock.now()
  return recent && !isDry ? cursor : null
}

import type { SyncStarter } from '@claviger/contract/directories/syncs'
import { days, later } from '../../../ground/clock.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import { problem } from '../../../ground/problem.ts'
import { shownAs } from '../../../ground/record/shown-as.ts'
import type { Ctx, JobKind } from '../../../ground/world.ts'
import { mustAct, type Connection, readingOf } from '../connections/connections.ts'
import { brakedRunOf, insertRun, settleRuns } from './runs.store.ts'
import { sourceOf } from './syncs.sources.ts'

/** How a run is to be. */
export interface SyncAsk {
  mode?: number | undefined
  dry: boolean
  /** Of a dry run: as if people left, too, whom no directory keeps. */
  unmanaged?: boolean
  by: SyncStarter
  /** These groups and people alone, by anchor; nobody leaves by such a run. */
  only?: { groups?: readonly string[] | undefined; users?: readonly string[] | undefined } | undefined
}

/** Which reading is to be done. */
export interface WhichReading {
  workspace: string
  run: string
}

/** The job's name; the job itself needs the kind of work, which needs to begin runs. */
export const readingJob: Pick<JobKind<WhichReading>, 'name'> = { name: 'directory-reading' }

/**
 * Begins a run: a job reads the directory and lists what differs; nothing is changed before that list is whole. Throws
 * not-found for a kind that is not read, directory-off, not-approved, and sync-runs where one is under way.
 */
export async function beginSync(ctx: Ctx, connection: Connection, ask: SyncAsk): Promise<string> {
  if (!sourceOf(connection.kind)) throw problem('not-found')
  if (!ask.dry) await mustAct(ctx, connection)
  const now = ctx.clock.now()
  // A look changes nothing, so what waits at the brake waits on
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
  await ctx.jobs.announce(ctx, readingJob as JobKind<WhichReading>, { workspace: workspaceOf(ctx), run: id })
  return id
}

/** Does a run wait at the brake of this directory? */
export const isBraked = async (ctx: Ctx, connection: Connection): Promise<boolean> =>
  (await brakedRunOf(ctx.db, connection.id)) !== undefined

/** Where a reading begins: at the last one's end, and once a day at the very beginning, for who was deleted there is in no list of changes. */
export async function beginningOf(ctx: Ctx, connection: Connection, isDry: boolean): Promise<unknown> {
  const { cursor, sweptAt } = await readingOf(ctx, connection.id)
  const recent = sweptAt !== null && later(sweptAt, days(1)) > ctx.clock.now()
  return recent && !isDry ? cursor : null
}

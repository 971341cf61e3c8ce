import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

type Table = Tables['directory_runs']
export type SyncRunRow = Selectable<Table>

export interface WorkFacts {
  work_state: string | null
  total: number | null
  processed: number | null
  work_counts: Record<string, number> | null
  work_finished_at: Date | null
  undone_by: string | null
}
export type ShownRun = SyncRunRow & WorkFacts

const runSource = sql`directory_runs r left join works w on w.workspace_id = r.workspace_id and w.id = r.work_id`
const runColumns = sql`r.*, w.state as work_state, w.total, w.processed, w.counts as work_counts,
  w.finished_at as work_finished_at, w.undone_by`

export const runsPage = (connection: string | undefined) => ({
  from: runSource,
  select: runColumns,
  here: sql`r.workspace_id = current_workspace()`,
  where: connection === undefined ? [] : [sql`r.connection_id = ${connection}::uuid`],
  search: { in: [sql`r.connection_name || ' ' || r.actor_name`] },
  sorts: { created: { by: sql`r.created_at`, type: 'timestamptz' as const } },
  id: sql`r.id`,
  defaultSort: 'created',
})

export async function shownRun(db: Db, id: string): Promise<ShownRun | undefined> {
  const { rows } = await sql<ShownRun>`select ${runColumns} from ${runSource}
    where r.workspace_id = current_workspace() and r.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Locks a run until the transaction ends. */
export const lockRun = (db: Db, id: string): Promise<SyncRunRow | undefined> =>
  db.selectFrom('directory_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks a directory's active run until the transaction ends. */
export const runUnderWay = (db: Db, connection: string): Promise<SyncRunRow | undefined> =>
  db
    .selectFrom('directory_runs')
    .selectAll()
    .where('connection_id', '=', connection)
    .where('state', 'in', ['reading', 'applying'])
    .forUpdate()
    .executeTakeFirst()

/** Inserts a run. @throws sync-runs if one is in progress */
export async function insertRun(db: Db, row: Insertable<Table>): Promise<void> {
  await db.insertInto('directory_runs').values(row).execute()
}

export async function updateRun(db: Db, id: string, to: Updateable<Table>): Promise<void> {
  await db
    .updateTable('directory_runs')
    .set({ ...to, touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const findHeldRun = (db: Db, connection: string): Promise<SyncRunRow | undefined> =>
  db
    .selectFrom('directory_runs')
    .selectAll()
    .where('connection_id', '=', connection)
    .where('state', '=', 'braked')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

export const findHeldRuns = (db: Db): Promise<SyncRunRow[]> =>
  db
    .selectFrom('directory_runs')
    .selectAll()
    .where('state', '=', 'braked')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()

/** Ends runs whose jobs were given up, and discards those waiting for approval if a new run replaces them. */
export async function settleRuns(db: Db, connection: string, now: Date, drops: boolean): Promise<void> {
  if (drops)
    await sql`update directory_runs r set state = 'cancelled', finished_at = ${now}::timestamptz
    where r.workspace_id = current_workspace() and r.connection_id = ${connection}::uuid and r.state = 'braked'`.execute(
      db,
    )
  await sql`update directory_runs r set state = 'stopped', finished_at = ${now}::timestamptz
    from works w where r.workspace_id = current_workspace() and r.connection_id = ${connection}::uuid and r.state = 'applying'
      and w.workspace_id = r.workspace_id and w.id = r.work_id and w.state <> 'running'`.execute(db)
}

export async function stalledReadings(db: Db): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from directory_runs
    where state = 'reading' and touched_at < now() - interval '90 seconds' order by touched_at limit 20`.execute(db)
  return rows
}

/** Claims a stalled read, so that only one process restarts it. */
export async function claimStalled(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('directory_runs')
    .set({ touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .where('touched_at', '<', sql<Date>`now() - interval '90 seconds'`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hasPreviewSince(db: Db, connection: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('directory_runs')
    .select('id')
    .where('connection_id', '=', connection)
    .where('dry', '=', true)
    .where('unmanaged', '=', true)
    .where('state', '=', 'done')
    .where('whole', '=', true)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

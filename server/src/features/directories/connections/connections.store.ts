import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { openTo } from '#platform/entrance/entrance.ts'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ConnectionRow = Selectable<Tables['directory_connections']>
type Row = Tables['directory_connections']

export function allConnections(db: Db, kind?: number): Promise<ConnectionRow[]> {
  const all = db.selectFrom('directory_connections').selectAll()
  return (kind === undefined ? all : all.where('kind', '=', kind)).orderBy('position').orderBy('id').execute()
}

export const findConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('directory_connections').selectAll().where('id', '=', id).executeTakeFirst()

export const nameOfConnection = (db: Db, id: string) =>
  db.selectFrom('directory_connections').select(['id', 'kind', 'name']).where('id', '=', id).executeTakeFirst()

/** Locks a connection until the transaction ends. */
export const lockConnection = (db: Db, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('directory_connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertConnection(db: Db, row: Insertable<Row>): Promise<void> {
  await db.insertInto('directory_connections').values(row).execute()
}

export async function updateConnection(db: Db, id: string, to: Updateable<Row>): Promise<void> {
  await db
    .updateTable('directory_connections')
    .set(eb => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Stores status changes without incrementing the version, because no administrator changed anything. */
export async function updateConnectionStatus(db: Db, id: string, to: Updateable<Row>): Promise<void> {
  await db.updateTable('directory_connections').set(to).where('id', '=', id).execute()
}

export async function forgetCursors(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('directory_connections').set({ cursor: null, swept_at: null }).where('id', 'in', ids).execute()
}

export async function setPrecedence(
  db: Db,
  all: readonly { id: string; position: number; leads: readonly string[] }[],
): Promise<void> {
  await sql`
    update directory_connections c set position = e.position, leads = e.leads, version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as e(id uuid, position integer, leads text[])
    where c.workspace_id = current_workspace() and c.id = e.id`.execute(db)
}

export async function deleteConnection(db: Db, id: string): Promise<void> {
  await db.deleteFrom('directory_connections').where('id', '=', id).execute()
}

export interface SilentConnection {
  workspace_id: string
  id: string
  name: string
  since: Date
}

// Four missed runs, and at least an hour: a single failure is retried by the next run
const isSilent = (now: Date) => sql`c.active and c.every_minutes is not null and c.approved_by is not null
  and coalesce(c.connected_at, c.created_at) < ${now}::timestamptz - make_interval(mins => greatest(60, 4 * c.every_minutes))`

/** Connections with a schedule that weren't read successfully for several runs. */
export async function listSilent(db: Db, now: Date): Promise<SilentConnection[]> {
  const { rows } = await sql<SilentConnection>`
    select c.workspace_id, c.id, c.name, coalesce(c.connected_at, c.created_at) as since from directory_connections c
    where c.workspace_id = current_workspace() and ${isSilent(now)}
    order by since, c.id limit 50`.execute(db)
  return rows
}

export async function claimSilent(db: Db, now: Date, most: number): Promise<SilentConnection[]> {
  const { rows } = await sql<SilentConnection>`
    update directory_connections u set silence_told_at = ${now}::timestamptz
    from (
      select c.workspace_id, c.id from directory_connections c
      where ${isSilent(now)} and c.silence_told_at is null
        and exists (select from workspaces w where w.id = c.workspace_id and ${sql.raw(openTo('directory-run', 'w.status'))})
      limit ${most} for update skip locked
    ) due
    where u.workspace_id = due.workspace_id and u.id = due.id
    returning u.workspace_id, u.id, u.name, coalesce(u.connected_at, u.created_at) as since`.execute(db)
  return rows
}

/** Claims due connections of all workspaces, so that no other process takes them. */
export async function claimDue(db: Db, now: Date, most: number): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    update directory_connections c
    set next_run_at = ${now}::timestamptz + make_interval(mins => c.every_minutes)
    from (
      select workspace_id, id from directory_connections
      where next_run_at <= ${now}::timestamptz and active and every_minutes is not null and paused_reason is null
        and exists (select from workspaces w where w.id = workspace_id and ${sql.raw(openTo('directory-run', 'w.status'))})
      order by next_run_at limit ${most} for update skip locked
    ) due
    where c.workspace_id = due.workspace_id and c.id = due.id
    returning c.workspace_id, c.id`.execute(db)
  return rows
}

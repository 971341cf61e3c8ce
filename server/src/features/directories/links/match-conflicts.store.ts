import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface NewMatchConflict {
  anchor: string
  localId: string
  because: 'immutable-id' | 'user-id' | 'email' | 'employee-id'
  fields: object
}

/** Stores matching conflicts until an administrator resolves them. */
export async function putMatchConflicts(
  db: Db,
  workspace: string,
  connection: string,
  clashes: readonly NewMatchConflict[],
  now: Date,
): Promise<void> {
  if (clashes.length === 0) return
  await sql`
    insert into directory_clashes (workspace_id, connection_id, anchor, local_id, because, fields, found_at)
    select ${workspace}::uuid, ${connection}::uuid, e.anchor, e."localId", e.because, e.fields, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(clashes)}::jsonb) as e(anchor text, "localId" uuid, because text, fields jsonb)
    on conflict (workspace_id, connection_id, anchor) do update
      set local_id = excluded.local_id, because = excluded.because, fields = excluded.fields,
        apart = directory_clashes.apart and directory_clashes.local_id = excluded.local_id`.execute(db)
}

export async function dropMatchConflicts(
  db: Db,
  connection: string,
  anchors: readonly string[],
): Promise<{ anchor: string; groups: string[] }[]> {
  if (anchors.length === 0) return []
  const { rows } = await sql<{ anchor: string; groups: string[] }>`
    delete from directory_clashes c where c.workspace_id = current_workspace() and c.connection_id = ${connection}::uuid
      and c.anchor = any(${anchors}::text[])
    returning c.anchor, c.groups`.execute(db)
  return rows.filter(row => row.groups.length > 0)
}

export async function matchConflictsIn(db: Db, connection: string, group: string): Promise<string[]> {
  const { rows } = await sql<{ anchor: string }>`
    select c.anchor from directory_clashes c where c.workspace_id = current_workspace()
      and c.connection_id = ${connection}::uuid and ${group} = any(c.groups)`.execute(db)
  return rows.map(row => row.anchor)
}

export async function putAwaited(
  db: Db,
  connection: string,
  group: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await sql`
    update directory_clashes c
    set groups = case when c.anchor = any(${add}::text[]) then array_append(array_remove(c.groups, ${group}), ${group})
      else array_remove(c.groups, ${group}) end
    where c.workspace_id = current_workspace() and c.connection_id = ${connection}::uuid
      and c.anchor = any(${[...add, ...remove]}::text[]) and cardinality(c.groups) < 5000`.execute(db)
}

export interface MatchConflictRow {
  connection_id: string
  anchor: string
  local_id: string
  because: string
  fields: Record<string, string>
  apart: boolean
  found_at: Date
  groups: string[]
}

/** Locks a conflict until the transaction ends. */
export const lockMatchConflict = async (
  db: Db,
  connection: string,
  anchor: string,
): Promise<MatchConflictRow | undefined> =>
  (await db
    .selectFrom('directory_clashes')
    .selectAll()
    .where('connection_id', '=', connection)
    .where('anchor', '=', anchor)
    .forUpdate()
    .executeTakeFirst()) as MatchConflictRow | undefined

export async function markSeparate(db: Db, connection: string, anchor: string): Promise<void> {
  await db
    .updateTable('directory_clashes')
    .set({ apart: true })
    .where('connection_id', '=', connection)
    .where('anchor', '=', anchor)
    .execute()
}

export async function countMatchConflicts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ connection_id: string; n: number }>`
    select connection_id, count(*)::integer as n from directory_clashes
    where workspace_id = current_workspace() and not apart group by connection_id`.execute(db)
  return new Map(rows.map(row => [row.connection_id, row.n]))
}

export const matchConflictsOf = async (
  db: Db,
  connection: string,
  anchors: readonly string[],
): Promise<MatchConflictRow[]> =>
  anchors.length === 0
    ? []
    : ((await db
        .selectFrom('directory_clashes')
        .selectAll()
        .where('connection_id', '=', connection)
        .where('anchor', '=', sql<string>`any(${anchors}::text[])`)
        .execute()) as MatchConflictRow[])

export type ShownMatchConflict = MatchConflictRow & {
  connection_name: string
  name: string
  user_id: string
  email: string | null
  of_rank: boolean
}

export const matchConflictsPage = (connection: string | undefined, apart: boolean) => ({
  from: sql`directory_clashes c
    join directory_connections d on d.workspace_id = c.workspace_id and d.id = c.connection_id
    join users u on u.workspace_id = c.workspace_id and u.id = c.local_id and u.deleted_at is null`,
  select: sql`c.*, d.name as connection_name, u.first_name || ' ' || u.last_name as name, u.user_id, u.email,
    has_rank(c.workspace_id, c.local_id) as of_rank`,
  here: sql`c.workspace_id = current_workspace()`,
  where: [
    apart ? sql`c.apart` : sql`not c.apart`,
    ...(connection === undefined ? [] : [sql`c.connection_id = ${connection}::uuid`]),
  ],
  // Existing users have their own search index; directory users are found by the data in the conflict
  search: {
    plain: [sql`u.search`],
    in: [
      sql`coalesce(c.fields ->> 'firstName', '') || ' ' || coalesce(c.fields ->> 'lastName', '') || ' ' || coalesce(c.fields ->> 'userId', '')`,
    ],
  },
  sorts: { found: { by: sql`c.found_at`, type: 'timestamptz' as const } },
  id: sql`c.anchor`,
  defaultSort: 'found',
})

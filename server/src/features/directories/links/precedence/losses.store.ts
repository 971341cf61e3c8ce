import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Users with access whose leader changes if these directories lead in this order, to one that gives no access. */
export async function findLossesByOrder(
  db: Db,
  order: readonly string[],
): Promise<{ id: string; name: string; owner: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; owner: boolean }>`
    with links as (
      select l.local_id, c.id, c.position, array_position(${order}::uuid[], c.id) as place,
        l.active_there and (l.left_at is null or c.leaving = 'mark') as stays
      from directory_links l
        join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
      where l.workspace_id = current_workspace() and l.what = 'user'
    ), leaders as (
      select distinct on (local_id) local_id, id from links order by local_id, position, id
    ), next_leaders as (
      select distinct on (local_id) local_id, id, stays from links where place is not null order by local_id, place
    )
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name,
      coalesce(a.role = ${sql.lit(workspaceRoles.owner)}, false) as owner
    from next_leaders n join leaders l on l.local_id = n.local_id
      join users u on u.workspace_id = current_workspace() and u.id = n.local_id
        and u.deleted_at is null and u.suspended_at is null
      left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id
    where not n.stays and n.id <> l.id
    order by lower(u.last_name), u.id`.execute(db)
  return rows
}

/** Users of a directory who have no key and no email, so that only its password signs them in. */
export async function countPasswordUsers(db: Db, connection: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from directory_links l
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
      join users u on u.workspace_id = current_workspace() and u.id = l.local_id
        and u.deleted_at is null and u.suspended_at is null
    where l.workspace_id = current_workspace() and l.what = 'user' and l.connection_id = ${connection}::uuid
      and l.left_at is null and (c.settings ->> 'passwords')::boolean and u.active_keys = 0 and u.email is null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

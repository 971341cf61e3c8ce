import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ActivityRow } from './activity.store.ts'

interface Spot {
  id: string
  actor: string
  key: string
  lowest: string
  highest: string
}

export async function linesOfKeys(db: Db, spots: readonly Spot[], most: number): Promise<ActivityRow[]> {
  const side = (of: typeof before) => sql`(
    select n.id from activities n where n.workspace_id = current_workspace() and n.object_id = s.key
      and n.object_type = 'security-key' and n.kind = 'use' and n.actor_id = s.actor and ${of} limit ${most}::bigint)`
  const before = sql`n.id >= s.lowest and n.id <= s.id order by n.id desc`
  const after = sql`n.id > s.id and n.id < s.highest order by n.id`
  const { rows } = await sql<ActivityRow>`
    select a.* from (
      select distinct near.id from unnest(${spots.map(({ id }) => id)}::uuid[], ${spots.map(({ actor }) => actor)}::uuid[],
          ${spots.map(({ key }) => key)}::text[], ${spots.map(one => one.lowest)}::uuid[],
          ${spots.map(one => one.highest)}::uuid[]) s (id, actor, key, lowest, highest)
        cross join lateral (${side(before)} union all ${side(after)}) near
    ) found join activities a on a.workspace_id = current_workspace() and a.id = found.id`.execute(db)
  return rows
}

export async function signInsAtDevices(
  db: Db,
  spots: readonly Pick<Spot, 'id' | 'actor' | 'highest'>[],
): Promise<ActivityRow[]> {
  if (spots.length === 0) return []
  const { rows } = await sql<ActivityRow>`
    select a.* from (
      select distinct found.id from unnest(${spots.map(({ id }) => id)}::uuid[], ${spots.map(one => one.actor)}::uuid[],
          ${spots.map(one => one.highest)}::uuid[]) s (id, actor, highest)
        cross join lateral find_activities(null, null, false, s.id, s.highest, 'use', null, '{device.used}'::text[],
          1::smallint, s.actor, null, 3) found (id)
    ) signed join activities a on a.workspace_id = current_workspace() and a.id = signed.id`.execute(db)
  return rows
}

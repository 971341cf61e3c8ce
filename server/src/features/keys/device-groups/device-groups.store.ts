import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type DeviceGroupRow = Selectable<Tables['device_groups']>

export async function insertDeviceGroup(db: Db, row: Insertable<Tables['device_groups']>): Promise<void> {
  await db.insertInto('device_groups').values(row).execute()
}

export const lockDeviceGroup = (db: Db, id: string): Promise<DeviceGroupRow | undefined> =>
  db.selectFrom('device_groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function changeDeviceGroup(db: Db, id: string, to: { name: string; description: string }): Promise<void> {
  await db.updateTable('device_groups').set(to).where('id', '=', id).execute()
}

export async function deleteGroups(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    delete from device_groups where device_groups.workspace_id = current_workspace() and id = any(${ids}::uuid[]) returning id, name`.execute(
    db,
  )
  return rows
}

export async function countGroups(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from device_groups where device_groups.workspace_id = current_workspace()`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export async function insertGroupDevices(
  db: Db,
  workspace: string,
  group: string,
  devices: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into device_group_members (workspace_id, group_id, device_id)
    select ${workspace}::uuid, ${group}::uuid, id from unnest(${devices}::uuid[]) as list(id)
    on conflict do nothing returning device_id as id`.execute(db)
  return rows.map(row => row.id)
}

export async function deleteGroupDevices(db: Db, group: string, devices: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from device_group_members where device_group_members.workspace_id = current_workspace() and group_id = ${group}::uuid and device_id = any(${devices}::uuid[])
    returning device_id as id`.execute(db)
  return rows.map(row => row.id)
}

export type CountedRow = DeviceGroupRow & { devices: number }

const counted = sql`device_groups.*,
  (select count(*)::integer from device_group_members m where m.workspace_id = current_workspace() and m.group_id = device_groups.id) as devices`

export const groupList: Omit<ListQuery<CountedRow>, 'item'> = {
  from: sql`device_groups`,
  here: sql`device_groups.workspace_id = current_workspace()`,
  select: counted,
  where: [],
  search: { in: [sql`device_groups.name || ' ' || device_groups.description`] },
  sorts: {
    name: { by: sql`lower(device_groups.name)`, type: 'text', unique: true },
    created: { by: sql`device_groups.created_at`, type: 'timestamptz' },
  },
  id: sql`device_groups.id`,
  defaultSort: 'name',
}

export async function findGroup(db: Db, id: string): Promise<CountedRow | undefined> {
  const { rows } = await sql<CountedRow>`
    select ${counted} from device_groups where device_groups.workspace_id = current_workspace() and device_groups.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function firstDevices(db: Db, group: string, most: number) {
  const { rows } = await sql<{ id: string; name: string; kind: number }>`
    select d.id, d.name, d.kind from device_group_members m join devices d on d.id = m.device_id
    where m.workspace_id = current_workspace() and m.group_id = ${group}::uuid order by d.sort_name, d.id limit ${sql.lit(most)}`.execute(
    db,
  )
  return rows
}

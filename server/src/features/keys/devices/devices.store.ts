import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type DeviceRow = Selectable<Tables['devices']>

export async function insertDevice(db: Db, row: Insertable<Tables['devices']>): Promise<void> {
  await db.insertInto('devices').values(row).execute()
}

export const lockDevice = (db: Db, id: string): Promise<DeviceRow | undefined> =>
  db.selectFrom('devices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const deviceOfAgent = (db: Db, id: string, hash: Buffer): Promise<DeviceRow | undefined> =>
  db.selectFrom('devices').selectAll().where('id', '=', id).where('hash', '=', hash).executeTakeFirst()

export async function changeDevice(db: Db, id: string, to: Updateable<Tables['devices']>): Promise<void> {
  await db.updateTable('devices').set(to).where('id', '=', id).execute()
}

export const lockDevices = (db: Db, ids: readonly string[], kind?: number): Promise<DeviceRow[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .$if(kind !== undefined, query => query.where('kind', '=', kind as number))
    .orderBy('id')
    .forUpdate()
    .execute()

export async function deleteDevices(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from devices where devices.workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(
    db,
  )
}

export async function changeDevices(db: Db, ids: readonly string[], to: Updateable<Tables['devices']>): Promise<void> {
  await db
    .updateTable('devices')
    .set(to)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Forgets which of these devices a user used; without IDs, all of them. Returns the affected devices. */
export async function deleteUses(db: Db, user: string, devices: readonly string[] | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from device_uses where device_uses.workspace_id = current_workspace() and user_id = ${user}::uuid
        ${devices === undefined ? sql`` : sql`and device_id = any(${devices}::uuid[])`}
      returning device_id
    ) select distinct device_id as id from gone`.execute(db)
  return rows.map(row => row.id)
}

/** The only device of this name that was imported and has no agent yet, locked until the transaction ends. */
export async function lockImported(db: Db, kind: number, name: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string; has_agent: boolean; kind: number }>`
    select id, has_agent, kind from devices where devices.workspace_id = current_workspace()
      and lower(registered_name) = lower(${name}) limit 2 for update`.execute(db)
  const [only, other] = rows
  return only && !other && !only.has_agent && only.kind === kind ? only : undefined
}

export const lockByImport = (db: Db, ids: readonly string[]): Promise<DeviceRow[]> =>
  db
    .selectFrom('devices')
    .selectAll()
    .where(sql<boolean>`imported_id = any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const findByImport = (db: Db, ids: readonly string[]): Promise<{ id: string; imported_id: string | null }[]> =>
  db
    .selectFrom('devices')
    .select(['id', 'imported_id'])
    .where(sql<boolean>`imported_id = any(${ids}::text[])`)
    .execute()

import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ApiApplicationRow = Selectable<Tables['api_applications']>

export function allApplications(db: Db, type?: string): Promise<ApiApplicationRow[]> {
  const all = db.selectFrom('api_applications').selectAll()
  return (type === undefined ? all : all.where('type', '=', type)).orderBy('name').orderBy('id').execute()
}

/** Locks a connection until the transaction ends. */
export const lockApplication = (db: Db, id: string): Promise<ApiApplicationRow | undefined> =>
  db.selectFrom('api_applications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findApplication = (db: Db, id: string): Promise<ApiApplicationRow | undefined> =>
  db.selectFrom('api_applications').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertApiApplication(db: Db, row: Insertable<Tables['api_applications']>): Promise<void> {
  await db.insertInto('api_applications').values(row).execute()
}

export const upsertConsent = (db: Db, row: Insertable<Tables['api_applications']>) =>
  db
    .insertInto('api_applications')
    .values(row)
    .onConflict(on =>
      on
        .columns(['workspace_id', 'tenant_id'])
        .where('operators', '=', true)
        .doUpdateSet(eb => ({
          client_id: row.client_id ?? null,
          address: row.address,
          check_reason: null,
          check_missing: [],
          checked_at: null,
          changed_at: row.changed_at,
          changed_by: row.changed_by,
          version: eb('api_applications.version', '+', 1),
        })),
    )
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()

export async function writeApiApplication(
  db: Db,
  id: string,
  to: Updateable<Tables['api_applications']>,
): Promise<void> {
  await db
    .updateTable('api_applications')
    .set(eb => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Stores a check's result, unless the connection was changed meanwhile. */
export async function noteCheck(
  db: Db,
  row: Pick<ApiApplicationRow, 'id' | 'version'>,
  to: { checked_at: Date; check_reason: string | null; check_missing: string[] },
): Promise<void> {
  await db.updateTable('api_applications').set(to).where('id', '=', row.id).where('version', '=', row.version).execute()
}

export async function deleteApiApplications(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('api_applications')
    .where('id', 'in', [...ids])
    .execute()
}

export const applicationsEndingBefore = (db: Db, then: Date): Promise<ApiApplicationRow[]> =>
  db.selectFrom('api_applications').selectAll().where('ends_at', '<=', then).execute()

export async function noteApplicationNotified(db: Db, id: string, toldDays: number): Promise<void> {
  await db.updateTable('api_applications').set({ told_days: toldDays }).where('id', '=', id).execute()
}

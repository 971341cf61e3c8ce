import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type RegistrationRow = Selectable<Tables['registrations']>
export type RegistrationChanges = Updateable<Tables['registrations']>

export const insertRegistration = (db: Db, row: Insertable<Tables['registrations']>): Promise<RegistrationRow> =>
  db.insertInto('registrations').values(row).returningAll().executeTakeFirstOrThrow()

/** Locks an unfinished registration until the transaction ends, to serialize concurrent answers. */
export const lockRegistration = (db: Db, id: string, now: Date): Promise<RegistrationRow | undefined> =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const updateRegistration = (db: Db, id: string, changes: RegistrationChanges): Promise<RegistrationRow> =>
  db.updateTable('registrations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function isInstallationSetUp(db: Db): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select is_installation_set_up() as done`.execute(db)
  return rows[0]?.done === true
}

/** Counts a wrong promo code; tries at the same time count each. */
export async function countPromoTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set(row => ({ promo_tries: row('promo_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function linkWasUsed(db: Db, id: string): Promise<boolean> {
  const links = db.selectFrom('account_links').select(['used_at', 'withdrawn'])
  const row = await links.where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.used_at !== null && !row.withdrawn
}

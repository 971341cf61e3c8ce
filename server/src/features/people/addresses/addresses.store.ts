import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type AddressChangeRow = Selectable<Tables['address_changes']>

export async function rules(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    user_id: string
    in_use: boolean
    of_rank: boolean
  }>`select * from address_rules(${ids}::uuid[])`.execute(db)
  return rows
}

export async function putChange(db: Db, row: Insertable<Tables['address_changes']>): Promise<void> {
  const { workspace_id: _workspace, user_id: _user, ...rest } = row
  await db
    .insertInto('address_changes')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'user_id']).doUpdateSet(rest))
    .execute()
}

/** The pending address change, unless expired; `hold` locks it until the transaction ends. */
export function findChange(db: Db, user: string, now: Date, hold = false): Promise<AddressChangeRow | undefined> {
  const query = db.selectFrom('address_changes').selectAll().where('user_id', '=', user).where('expires_at', '>', now)
  return (hold ? query.forUpdate() : query).executeTakeFirst()
}

export async function deleteChanges(db: Db, users: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_changes')
    .where('user_id', '=', sql<string>`any(${users}::uuid[])`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether another user has this address exclusively. */
export async function isTaken(db: Db, email: string, user: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', user)
    .where('deleted_at', 'is', null)
    .where('shares_email', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

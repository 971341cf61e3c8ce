import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type RequestRow = Selectable<Tables['second_factor_requests']>

export async function insertRequest(db: Db, row: Insertable<Tables['second_factor_requests']>): Promise<void> {
  await db.insertInto('second_factor_requests').values(row).execute()
}

export const findRequest = (db: Db, id: string, now: Date): Promise<RequestRow | undefined> =>
  db
    .selectFrom('second_factor_requests')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Takes a request; false where it was answered a moment ago. */
export async function takeRequest(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('second_factor_requests').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const findPerson = (db: Db, subject: string): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('second_factor_people').select('user_id').where('subject', '=', subject).executeTakeFirst()

/** False where this user is somebody else there already, or somebody else here is that one. */
export async function insertPerson(db: Db, row: Insertable<Tables['second_factor_people']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor_people')
    .values(row)
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

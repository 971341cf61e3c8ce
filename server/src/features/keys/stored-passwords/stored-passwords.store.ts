import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type PasswordRow = Selectable<Tables['stored_passwords']>

export const passwordsOf = (db: Db, user: string): Promise<PasswordRow[]> =>
  db
    .selectFrom('stored_passwords')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('type')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertPassword = (db: Db, row: Insertable<Tables['stored_passwords']>): Promise<PasswordRow> =>
  db.insertInto('stored_passwords').values(row).returningAll().executeTakeFirstOrThrow()

/** A password of this user, held until the transaction ends. */
export const lockPassword = (db: Db, user: string, id: string): Promise<PasswordRow | undefined> =>
  db
    .selectFrom('stored_passwords')
    .selectAll()
    .where('user_id', '=', user)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const changePassword = (db: Db, id: string, to: Updateable<Tables['stored_passwords']>): Promise<PasswordRow> =>
  db.updateTable('stored_passwords').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes a password of this user; undefined when there was none. */
export const deletePassword = (db: Db, user: string, id: string): Promise<PasswordRow | undefined> =>
  db.deleteFrom('stored_passwords').where('user_id', '=', user).where('id', '=', id).returningAll().executeTakeFirst()

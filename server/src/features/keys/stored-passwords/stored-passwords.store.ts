import { passwordTypes } from '@claviger/contract/keys/stored-passwords'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

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

export const deletePassword = (db: Db, user: string, id: string): Promise<PasswordRow | undefined> =>
  db.deleteFrom('stored_passwords').where('user_id', '=', user).where('id', '=', id).returningAll().executeTakeFirst()

export async function usersAskedEachTime(db: Db, users: readonly string[], computer: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from stored_passwords where workspace_id = current_workspace() and user_id = any(${users}::uuid[]) and pin_required
      and (type = ${sql.lit(passwordTypes.domain)} or type = ${sql.lit(passwordTypes.windowsLocal)} and (computer_name = '.' or lower(computer_name) = lower(${computer})))`.execute(
    db,
  )
  return rows.map(row => row.user_id)
}

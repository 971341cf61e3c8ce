import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export const findPassword = (db: Db, user: string) =>
  db.selectFrom('passwords').select('hash').where('user_id', '=', user).executeTakeFirst()

export async function putPassword(db: Db, row: Insertable<Tables['passwords']>): Promise<void> {
  await db
    .insertInto('passwords')
    .values(row)
    .onConflict(on =>
      on.columns(['workspace_id', 'user_id']).doUpdateSet({ hash: row.hash, changed_at: row.changed_at }),
    )
    .execute()
}

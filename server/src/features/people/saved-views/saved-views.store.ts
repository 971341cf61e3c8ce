import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

const shown = ['id', 'name', 'query'] as const

export const viewsOf = (db: Db, owner: string, list: string) =>
  db
    .selectFrom('saved_views')
    .select(shown)
    .where('owner_id', '=', owner)
    .where('list', '=', list)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function insertView(db: Db, row: Insertable<Tables['saved_views']>): Promise<void> {
  await db.insertInto('saved_views').values(row).execute()
}

export const updateView = (db: Db, owner: string, id: string, to: { name: string; query: string }) =>
  db
    .updateTable('saved_views')
    .set(to)
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .returning(shown)
    .executeTakeFirst()

export const deleteView = (db: Db, owner: string, id: string) =>
  db.deleteFrom('saved_views').where('id', '=', id).where('owner_id', '=', owner).returning(shown).executeTakeFirst()

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ReadingRow = Selectable<Tables['reader_settings']>

export const findReading = (db: Db): Promise<ReadingRow | undefined> =>
  db.selectFrom('reader_settings').selectAll().executeTakeFirst()

export async function saveReading(db: Db, row: Insertable<Tables['reader_settings']>): Promise<void> {
  const { workspace_id: _, ...to } = row
  await db
    .insertInto('reader_settings')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(to))
    .execute()
}

import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export const findPicture = (db: Db, digest: string): Promise<{ media_type: string; bytes: Buffer } | undefined> =>
  db
    .selectFrom('application_pictures')
    .select(['media_type', 'bytes'])
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst()

export async function putPicture(db: Db, row: Insertable<Tables['application_pictures']>): Promise<void> {
  const { media_type, bytes, digest } = row
  await db
    .insertInto('application_pictures')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'application_id']).doUpdateSet({ media_type, bytes, digest }))
    .execute()
}

export async function deletePicture(db: Db, application: string): Promise<void> {
  await db.deleteFrom('application_pictures').where('application_id', '=', application).execute()
}

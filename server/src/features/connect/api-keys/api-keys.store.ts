import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

export const insertKey = (db: Db, row: Insertable<Tables['api_keys']>): Promise<ApiKeyRow> =>
  db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()

/** Deletes a key; undefined when there was none of that id. */
export const deleteKey = (db: Db, id: string): Promise<ApiKeyRow | undefined> =>
  db.deleteFrom('api_keys').where('id', '=', id).returningAll().executeTakeFirst()

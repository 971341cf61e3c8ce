import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export async function insertLink(db: Db, row: Insertable<Tables['account_links']>): Promise<void> {
  await db.insertInto('account_links').values(row).execute()
}

/** Links that were not used yet; the used ones stay until they are swept, as a trace. */
export async function deleteUnused(
  db: Db,
  user: string | readonly string[],
  purpose?: string,
  key?: string,
): Promise<void> {
  const users = typeof user === 'string' ? [user] : user
  const unused = db
    .deleteFrom('account_links')
    .where('user_id', '=', sql<string>`any(${users}::uuid[])`)
    .where('used_at', 'is', null)
  const ofPurpose = purpose === undefined ? unused : unused.where('purpose', '=', purpose)
  await (key === undefined ? ofPurpose : ofPurpose.where('key_id', '=', key)).execute()
}

/** A link that can still be used, of a user who may still sign in. */
export const liveLink = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('account_links as link')
    .innerJoin('users', join =>
      join.onRef('users.workspace_id', '=', 'link.workspace_id').onRef('users.id', '=', 'link.user_id'),
    )
    .select([
      'link.id',
      'link.user_id',
      'link.purpose',
      'link.key_id',
      'link.secret_hash',
      'link.challenge',
      'link.created_at',
      'link.expires_at',
    ])
    .where('link.id', '=', id)
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()

/** When the last link to a key that was made since an instant and not used ends, or ended. */
export const endOfUnused = async (db: Db, user: string, key: string, since: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('account_links')
      .select('expires_at')
      .where('user_id', '=', user)
      .where('key_id', '=', key)
      .where('purpose', '<>', 'waiting')
      .where('used_at', 'is', null)
      .where('created_at', '>=', since)
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.expires_at

export async function markOpened(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('account_links')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

export async function updateChallenge(db: Db, id: string, challenge: Buffer): Promise<void> {
  await db.updateTable('account_links').set({ challenge }).where('id', '=', id).execute()
}

/** True for the one caller who used the link first. */
export async function markUsed(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('account_links')
    .set({ used_at: now, challenge: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

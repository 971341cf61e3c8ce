import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'

const insert = `insert into account_links (workspace_id, id, user_id, purpose, secret_hash, created_at, expires_at,
    made_by, key_id)
  select $1::uuid, $2::uuid, $3::uuid, $4, $5::bytea, $6::timestamptz, $7::timestamptz, $8, $9::uuid from agreed`

export const insertLink = (row: {
  workspace_id: string
  id: string
  user_id: string
  purpose: string
  secret_hash: Buffer
  created_at: Date
  expires_at: Date
  made_by: string | null
  key_id: string | null
}): StatementPart => ({
  text: insert,
  values: [
    row.workspace_id,
    row.id,
    row.user_id,
    row.purpose,
    row.secret_hash,
    row.created_at,
    row.expires_at,
    row.made_by,
    row.key_id,
  ],
})

/** Ends unused links; they stay until cleanup, so that a later visitor is still recognized. */
export async function withdrawUnused(
  db: Db,
  now: Date,
  user: string | readonly string[],
  purpose?: string,
  key?: string,
): Promise<void> {
  const users = typeof user === 'string' ? [user] : user
  const unused = db
    .updateTable('account_links')
    .set({ used_at: now, withdrawn: true, challenge: null })
    .where('user_id', '=', sql<string>`any(${users}::uuid[])`)
    .where('used_at', 'is', null)
  const ofPurpose = purpose === undefined ? unused : unused.where('purpose', '=', purpose)
  await (key === undefined ? ofPurpose : ofPurpose.where('key_id', '=', key)).execute()
}

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
      'link.made_by',
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

/** A link in any state, of a user who is not deleted. */
export const findLinkInAnyState = (db: Db, id: string) =>
  db
    .selectFrom('account_links as link')
    .innerJoin('users', join =>
      join.onRef('users.workspace_id', '=', 'link.workspace_id').onRef('users.id', '=', 'link.user_id'),
    )
    .select(['link.user_id', 'link.purpose', 'link.key_id', 'link.secret_hash', 'link.used_at', 'link.withdrawn'])
    .select(['users.first_name', 'users.last_name', 'users.suspended_at', 'users.deactivated_at'])
    .where('link.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** When the last unused link to a key made since an instant expires or expired. */
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

/** True only for the caller who used the link first. */
export async function markLinkUsed(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('account_links')
    .set({ used_at: now, challenge: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

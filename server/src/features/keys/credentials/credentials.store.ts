import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export async function insertPasskey(db: Db, row: Insertable<Tables['credentials']>): Promise<void> {
  await db.insertInto('credentials').values(row).execute()
}

/** Passkeys of a user, the oldest first. */
export const passkeyRows = (db: Db, user: string) =>
  db
    .selectFrom('credentials')
    .select([
      'id',
      'security_key_id',
      'credential_id',
      'name',
      'aaguid',
      'transports',
      'backup_state',
      'created_at',
      'last_used_at',
    ])
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()
export type PasskeyRow = Awaited<ReturnType<typeof passkeyRows>>[number]

/** Whoever adds or deletes a passkey of this user at the same time waits: each must count what the other left. */
export async function holdPasskeys(db: Db, user: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${user}, 7))`.execute(db)
}

/** A passkey by the id its key knows, with its owner when that person may use it. */
export const passkeyInUse = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('credentials')
    .innerJoin('users', join =>
      join
        .onRef('users.workspace_id', '=', 'credentials.workspace_id')
        .onRef('users.id', '=', 'credentials.user_id')
        .on('users.deleted_at', 'is', null),
    )
    .innerJoin('workspaces', 'workspaces.id', 'credentials.workspace_id')
    .innerJoin('security_keys as key', join =>
      join
        .onRef('key.workspace_id', '=', 'credentials.workspace_id')
        .onRef('key.id', '=', 'credentials.security_key_id'),
    )
    .leftJoin('administrators', join =>
      join
        .onRef('administrators.workspace_id', '=', 'credentials.workspace_id')
        .onRef('administrators.user_id', '=', 'credentials.user_id'),
    )
    .select([
      'credentials.id',
      'credentials.name',
      'credentials.user_id',
      'credentials.public_key',
      'credentials.sign_count',
      'credentials.backup_eligible',
      'workspaces.status as workspace_status',
      'administrators.role',
    ])
    .select(eb => [
      eb.fn<string>('concat_ws', [eb.val(' '), 'users.first_name', 'users.last_name']).as('user_name'),
      sql<boolean>`users.suspended_at is not null or users.deactivated_at is not null`.as('blocked'),
      sql<boolean>`key.status <> 20 or key.blocked_at is not null`.as('key_stopped'),
    ])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export type CredentialInUse = NonNullable<Awaited<ReturnType<typeof passkeyInUse>>>

/**
 * Notes the use of a passkey. False when its counter did not grow: another request with the same count came first.
 */
export async function markUsed(
  db: Db,
  id: string,
  use: { signCount: number; backupState: boolean; at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('credentials')
    .set({ sign_count: use.signCount, backup_state: use.backupState, last_used_at: use.at })
    .where('id', '=', id)
    .where(eb =>
      eb.or([eb('sign_count', '<', use.signCount), eb.and([eb('sign_count', '=', 0), eb.val(use.signCount === 0)])]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The name before, or undefined when the user has no such passkey. */
export async function renamePasskey(db: Db, user: string, id: string, name: string): Promise<string | undefined> {
  const before = await db
    .selectFrom('credentials')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .forUpdate()
    .executeTakeFirst()
  if (before) await db.updateTable('credentials').set({ name }).where('id', '=', id).execute()
  return before?.name
}

export async function deletePasskey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('credentials').where('id', '=', id).execute()
}

/** False when the challenge was spent before. */
export async function insertSpent(db: Db, challenge: Uint8Array, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('spent_challenges')
    .values({ challenge: Buffer.from(challenge), expires_at: expiresAt })
    .onConflict(on => on.column('challenge').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

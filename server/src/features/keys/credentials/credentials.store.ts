import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { type Insertable, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { type StatementParts, statementOf } from '#platform/db/parts.ts'
import { runStatement } from '#platform/db/run-statement.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { StatementContext } from '#platform/app-context.ts'

export async function insertPasskey(db: Db, row: Insertable<Tables['credentials']>): Promise<void> {
  await db.insertInto('credentials').values(row).execute()
}

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

/** Passkeys of the default key first, because browsers use this order. */
export const passkeysByRank = (db: Db, user: string) =>
  db
    .selectFrom('credentials')
    .innerJoin('security_keys', join =>
      join
        .onRef('security_keys.workspace_id', '=', 'credentials.workspace_id')
        .onRef('security_keys.id', '=', 'credentials.security_key_id'),
    )
    .select(['credentials.credential_id', 'credentials.transports'])
    .where('credentials.user_id', '=', user)
    .orderBy('security_keys.is_default', 'desc')
    .orderBy('credentials.created_at')
    .orderBy('credentials.id')
    .limit(100)
    .execute()

export const passkeysHeldFor = (db: Db, users: readonly string[], now: Date) =>
  db
    .selectFrom('credentials')
    .innerJoin('held_credentials', 'held_credentials.credential_id', 'credentials.credential_id')
    .innerJoin('security_keys', 'security_keys.id', 'credentials.security_key_id')
    .select(['credentials.user_id', 'credentials.credential_id'])
    .where('credentials.user_id', 'in', [...users])
    .where('security_keys.kind', '=', keyKinds.accessCard)
    .where('security_keys.status', '=', keyStatus.active)
    .where('security_keys.blocked_at', 'is', null)
    .where(eb => eb.or([eb('security_keys.proof_due', '=', false), eb('security_keys.proof_counts_at', '<=', now)]))
    .limit(1000)
    .execute()

/** Serializes changes to a user's passkeys, so that each counts what the other left. */
export async function lockPasskeys(db: Db, user: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${user}, 7))`.execute(db)
}

export interface CredentialInUse {
  id: string
  name: string
  user_id: string
  public_key: Buffer
  sign_count: number
  backup_eligible: boolean
  workspace_status: number
  role: number | null
  user_name: string
  blocked: boolean
  key_stopped: boolean
  proof_due: boolean
  proof_counts_at: Date | null
  key_id: string
  key_name: string
  key_audit: boolean
  key_kind: number
  aaguid: string
  /** Version of all access policies; null if there never were any. */
  policies: number | null
}

const inUse = `c.id, c.name, c.user_id, c.public_key, c.sign_count, c.backup_eligible,
    w.status as workspace_status, a.role, u.first_name || ' ' || u.last_name as user_name,
    u.suspended_at is not null or u.deactivated_at is not null as blocked,
    key.status <> ${keyStatus.active} or key.blocked_at is not null as key_stopped, key.proof_due, key.proof_counts_at,
    key.id as key_id, key.name as key_name, key.audit as key_audit, key.kind as key_kind, c.aaguid, p.version as policies
  from (values (1)) always left join (
    credentials c
    join users u on u.workspace_id = c.workspace_id and u.id = c.user_id and u.deleted_at is null
    join workspaces w on w.id = current_workspace() and w.id = c.workspace_id
    join security_keys key on key.workspace_id = c.workspace_id and key.id = c.security_key_id
    left join policy_sets p on p.workspace_id = c.workspace_id
    left join administrators a on a.workspace_id = c.workspace_id and a.user_id = c.user_id
  ) on `

const findUnspent = `select not exists (select from spent_challenges where challenge = $1) as fresh, ${inUse}
  c.workspace_id = $2::uuid and c.credential_id = $3`

type Found = Omit<CredentialInUse, 'id'> & { id: string | null; fresh: boolean }

const answerOf = (found: Found | undefined) => ({
  fresh: found?.fresh ?? false,
  row: found && found.id !== null ? { ...found, id: found.id } : undefined,
})

/**
 * Finds a passkey by its credential ID. `fresh` is false if the challenge was already spent; the rest is missing if
 * there is no such passkey.
 */
export async function findForUse(
  ctx: StatementContext,
  challenge: Uint8Array,
  credentialId: Buffer,
): Promise<{ fresh: boolean; row: CredentialInUse | undefined }> {
  const values = [challenge, workspaceOf(ctx), credentialId]
  return answerOf((await runStatement<Found>(ctx, { text: findUnspent, values }))[0])
}

// No ON CONFLICT, which writes each row twice: a spent challenge fails on the primary key
const spendOne = `insert into spent_challenges (challenge, expires_at) select $1::bytea, $2::timestamptz from agreed`
const spentMeanwhile = (error: unknown) =>
  error instanceof pg.DatabaseError && error.constraint === 'spent_challenges_pkey'

// Each row is found by its full key and checked afterwards: a plan cached for few users would stay in use for
// many
const useAsFound = `update credentials c
  set sign_count = greatest(c.sign_count, $3::bigint), backup_state = $4::boolean, last_used_at = $5::timestamptz
  from workspaces w,
    (select * from users where workspace_id = $1::uuid and id = $6::uuid offset 0) u,
    (select * from security_keys where workspace_id = $1 and id = $7::uuid offset 0) key
  where c.workspace_id = $1 and c.id = $2::uuid and c.user_id = u.id and c.security_key_id = key.id
    and ($16::boolean or c.sign_count < $3 or (c.sign_count = 0 and $3 = 0))
    and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    and key.status = ${keyStatus.active} and key.blocked_at is null and (not key.proof_due or key.proof_counts_at <= $5)
    and c.name = $8 and u.first_name || ' ' || u.last_name = $9
    and key.name = $10 and key.audit = $11::boolean and key.kind = $12::smallint
    and w.id = $1 and w.status = $13::smallint
    and (select role from administrators where workspace_id = $1 and user_id = $6) is not distinct from $14::smallint
    and (select version from policy_sets where workspace_id = $1) is not distinct from $15::bigint
  returning c.id`

/**
 * Records a passkey's use and spends its challenge if the counter increased and nothing changed since it was
 * read; other modules' writes depend on that. Immutable columns (public key, model, kind of backup) are not
 * compared. Answers by the server (`ours`) need no counter. `fresh` is false if the challenge was already spent, which
 * fails a transaction; `agreed` is false if something changed and nothing was written.
 */
export async function noteUse(
  ctx: StatementContext,
  { challenge, endsAt, ours = false }: { challenge: Uint8Array; endsAt: Date; ours?: boolean },
  row: CredentialInUse,
  use: { signCount: number; backupState: boolean; at: Date },
  parts: StatementParts,
): Promise<{ fresh: boolean; agreed: boolean }> {
  const noted = [workspaceOf(ctx), row.id, use.signCount, use.backupState, use.at, row.user_id, row.key_id]
  const found = [row.name, row.user_name, row.key_name, row.key_audit, row.key_kind]
  const values = [...noted, ...found, row.workspace_status, row.role, row.policies, ours]
  const statement = statementOf(
    {
      agreed: { text: useAsFound, values },
      spent: { text: spendOne, values: [challenge, endsAt] },
      ...parts,
    },
    'select exists (select from agreed) as agreed',
  )
  try {
    const [done] = await runStatement<{ agreed: boolean }>(ctx, statement)
    return { fresh: true, agreed: done?.agreed ?? false }
  } catch (error) {
    if (spentMeanwhile(error)) return { fresh: false, agreed: false }
    throw error
  }
}

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

export async function insertSpent(db: Db, challenge: Uint8Array, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('spent_challenges')
    .values({ challenge: Buffer.from(challenge), expires_at: expiresAt })
    .onConflict(on => on.column('challenge').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

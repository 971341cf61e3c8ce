import { keyStatus, keyKindsWith } from '@claviger/contract/keys/security-keys'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type SecurityKeyRow = Selectable<Tables['security_keys']>
export type KeyChange = Updateable<Tables['security_keys']>

export const findKey = (db: Db, id: string): Promise<SecurityKeyRow | undefined> =>
  db.selectFrom('security_keys').selectAll().where('id', '=', id).where('binned', '=', false).executeTakeFirst()

export const lockKey = (db: Db, id: string): Promise<SecurityKeyRow | undefined> =>
  db
    .selectFrom('security_keys')
    .selectAll()
    .where('id', '=', id)
    .where('binned', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** Locks several keys ordered by ID, so that two acts on many keys can't deadlock. */
export const lockKeys = (db: Db, ids: readonly string[]): Promise<SecurityKeyRow[]> =>
  db
    .selectFrom('security_keys')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('binned', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Includes deleted users, who still have their card. */
export const findKeyOfCard = (db: Db, hash: Buffer): Promise<SecurityKeyRow | undefined> =>
  db.selectFrom('security_keys').selectAll().where('card_hash', '=', hash).executeTakeFirst()

export const keysOf = (db: Db, user: string): Promise<SecurityKeyRow[]> =>
  db
    .selectFrom('security_keys')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()

/** Serializes additions of keys for a user, so that limits and the default key hold. */
export async function lockKeysOf(db: Db, user: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${user}, 8))`.execute(db)
}

export type NewKeyRow = Omit<Insertable<Tables['security_keys']>, 'is_default'>

export async function insertKey(db: Db, row: NewKeyRow): Promise<SecurityKeyRow> {
  return db
    .insertInto('security_keys')
    .values({
      ...row,
      is_default: sql<boolean>`not exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = ${row.user_id}::uuid and k.is_default)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const changeKey = (db: Db, id: string, to: KeyChange): Promise<SecurityKeyRow> =>
  db.updateTable('security_keys').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function changeKeys(db: Db, ids: readonly string[], to: KeyChange): Promise<void> {
  await db
    .updateTable('security_keys')
    .set(to)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Deletes keys and everything on them; a deleted default is replaced by the oldest active key. */
export async function deleteKeys(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from security_keys where security_keys.workspace_id = current_workspace() and id = any(${ids}::uuid[]) returning user_id, is_default
    ), heirs as (
      -- Looked for user by user: a join may read all keys for a few hundred users
      select (
        select k.id from security_keys k where k.workspace_id = current_workspace() and k.user_id = gone.user_id and not (k.id = any(${ids}::uuid[]))
        order by k.status = ${sql.lit(keyStatus.active)} desc, k.created_at, k.id limit 1
      ) as id from gone where gone.is_default
    )
    update security_keys set is_default = true where security_keys.workspace_id = current_workspace() and id = any(array(select id from heirs where id is not null))`.execute(
    db,
  )
}

export const hasPasskeys = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('credentials').select('id').where('security_key_id', '=', id).executeTakeFirst()) !== undefined

export async function setDefaultKey(db: Db, user: string, id: string): Promise<void> {
  await db
    .updateTable('security_keys')
    .set({ is_default: false })
    .where('user_id', '=', user)
    .where('is_default', '=', true)
    .execute()
  await db.updateTable('security_keys').set({ is_default: true }).where('id', '=', id).execute()
}

export interface AppliedPolicy {
  id: string | null
  credential_storage: number
  proximity: boolean
  audit: boolean
  offline: boolean
  remembered_pin_hours: number
}

const choosing = keyKindsWith(are => are.storage === null)
const near = keyKindsWith(are => are.proximity)
const offline = keyKindsWith(are => are.offline)
const remembering = keyKindsWith(are => are.remembersPin)

export async function applyPolicy(db: Db, users: readonly string[], by: AppliedPolicy, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update security_keys set audit = ${by.audit}, policy_id = ${by.id}::uuid, changed_at = ${now}::timestamptz,
      credential_storage = case when kind = any(${choosing}::smallint[]) then ${by.credential_storage}::smallint else credential_storage end,
      proximity = kind = any(${near}::smallint[]) and ${by.proximity},
      offline = kind = any(${offline}::smallint[]) and ${by.offline},
      remembered_pin_hours = case when kind = any(${remembering}::smallint[]) then ${by.remembered_pin_hours}::smallint else 0 end
    where security_keys.workspace_id = current_workspace() and user_id = any(${users}::uuid[])`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const cardHolding = (db: Db, credential: Buffer): Promise<{ id: string; user_id: string } | undefined> =>
  db
    .selectFrom('held_credentials as held')
    .innerJoin('security_keys as key', join =>
      join.onRef('key.workspace_id', '=', 'held.workspace_id').onRef('key.id', '=', 'held.security_key_id'),
    )
    .select(['key.id', 'key.user_id'])
    .where('held.credential_id', '=', credential)
    .executeTakeFirst()

export async function keyOfEnrolment(db: Db, challenge: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fingerprint_enrolments')
    .select('key_id')
    .where('challenge_hash', '=', sql<Buffer>`sha256(convert_to(${challenge}, 'UTF8'))`)
    .executeTakeFirst()
  return row?.key_id
}

export const fingersOf = (db: Db, key: string) =>
  db
    .selectFrom('fingerprint_templates')
    .select(['id', 'name', 'created_at'])
    .where('key_id', '=', key)
    .where('enrolment_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute()

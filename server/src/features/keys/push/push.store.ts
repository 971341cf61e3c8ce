import { verifications } from '@claviger/contract/keys/token-policies'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export interface PhoneRow {
  id: string
  name: string
  told: boolean
}

/**
 * Phones that can approve, the default key first, then the last used: phones near the computer or with a PIN
 * answer by themselves.
 */
export async function findPhones(db: Db, user: string, now: Date): Promise<PhoneRow[]> {
  const { rows } = await sql<PhoneRow>`
    select k.id, k.name, exists (select from push_subscriptions s where s.workspace_id = current_workspace() and s.security_key_id = k.id) as told
    from security_keys k
    where k.workspace_id = current_workspace() and k.user_id = ${user}::uuid and k.kind = ${sql.lit(keyKinds.smartphone)} and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and not k.binned
      and (not k.proof_due or k.proof_counts_at <= ${now}::timestamptz)
      and not k.proximity and k.verification is distinct from ${sql.lit(verifications.pin)}
    order by k.is_default desc, (select max(c.last_used_at) from credentials c where c.workspace_id = current_workspace() and c.security_key_id = k.id) desc nulls last,
      k.created_at desc, k.id limit 20`.execute(db)
  return rows
}

/** Stores a subscription. A browser has only one, so an existing endpoint moves to the new key. */
export async function saveSubscription(db: Db, row: Insertable<Tables['push_subscriptions']>): Promise<void> {
  const { id: _, workspace_id: __, endpoint: ___, ...to } = row
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'endpoint']).doUpdateSet(to))
    .execute()
}

/** Keeps only a key's newest subscriptions, because a phone has few browsers. */
export async function trimSubscriptions(db: Db, key: string, most: number): Promise<void> {
  await sql`
    delete from push_subscriptions where push_subscriptions.workspace_id = current_workspace() and id in (
      select id from push_subscriptions where push_subscriptions.workspace_id = current_workspace() and security_key_id = ${key}::uuid order by created_at desc, id offset ${most}
    )`.execute(db)
}

export async function deleteSubscription(
  db: Db,
  user: string,
  endpoint: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    delete from push_subscriptions s using security_keys k
    where k.workspace_id = current_workspace() and s.workspace_id = current_workspace() and k.id = s.security_key_id and k.user_id = ${user}::uuid and s.endpoint = ${endpoint}
    returning k.id, k.name`.execute(db)
  return rows[0]
}

export async function forgetSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export const subscriptionsOfKeys = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'public_key', 'auth'])
    .where('security_key_id', '=', sql<string>`any(${keys}::uuid[])`)
    .limit(100)
    .execute()

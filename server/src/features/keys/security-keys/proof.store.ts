import { keyStatus } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { SecurityKeyRow } from './security-keys.store.ts'

export const waitingOf = (db: Db, keys: readonly string[]): Promise<SecurityKeyRow[]> =>
  db
    .selectFrom('security_keys')
    .selectAll()
    .where('id', '=', sql<string>`any(${keys}::uuid[])`)
    .where('proof_due', '=', true)
    .where('proof_counts_at', 'is', null)
    .execute()

/** Makes a key inactive until confirmation if its owner has a role, even if it was verified before; returns the new state. */
export const requireProofAgain = (db: Db, id: string): Promise<SecurityKeyRow | undefined> =>
  db
    .updateTable('security_keys')
    .set({
      proved_at: null,
      proof_due: sql<boolean>`has_rank(workspace_id, user_id)`,
      proof_counts_at: null,
      proof_asked_at: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const waitingKeysOf = (db: Db, user: string, now: Date): Promise<SecurityKeyRow[]> =>
  db
    .selectFrom('security_keys')
    .selectAll()
    .where('user_id', '=', user)
    .where('proof_due', '=', true)
    .where('status', '=', keyStatus.active)
    .where('binned', '=', false)
    .where(eb => eb.or([eb('proof_counts_at', 'is', null), eb('proof_counts_at', '>', now)]))
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

/** Records that the owner is being asked; false if that already happened since. */
export async function markOwnerAsked(db: Db, key: string, now: Date, since: Date): Promise<boolean> {
  const result = await db
    .updateTable('security_keys')
    .set({ proof_asked_at: now })
    .where('id', '=', key)
    .where(eb => eb.or([eb('proof_asked_at', 'is', null), eb('proof_asked_at', '<=', since)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Whether the user has an activated key that needs no further verification. */
export async function hasOpenKey(db: Db, user: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('security_keys')
    .select('id')
    .where('user_id', '=', user)
    .where('activated_at', 'is not', null)
    .where(eb => eb.or([eb('proof_due', '=', false), eb('proof_counts_at', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type DelegationRequestRow = Selectable<Tables['delegation_requests']>
export type DelegationRow = Selectable<Tables['delegations']>

export async function insertDelegationRequest(db: Db, row: Insertable<Tables['delegation_requests']>): Promise<void> {
  await db.insertInto('delegation_requests').values(row).execute()
}

/** Locks a pending request until the transaction ends. */
export const lockWaiting = (db: Db, request: string, now: Date): Promise<DelegationRequestRow | undefined> =>
  db
    .selectFrom('delegation_requests')
    .selectAll()
    .where('request', '=', request)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export const findByDevice = (db: Db, hash: Buffer): Promise<DelegationRequestRow | undefined> =>
  db.selectFrom('delegation_requests').selectAll().where('device_hash', '=', hash).executeTakeFirst()

export async function settleRequest(
  db: Db,
  request: string,
  to: { state: 'allowed' | 'denied'; workspace_id?: string; delegation_id?: string },
): Promise<void> {
  await db.updateTable('delegation_requests').set(to).where('request', '=', request).execute()
}

/** Marks an approved request as fetched by the tool; false if it already was. */
export async function claimApprovedRequest(db: Db, request: string): Promise<boolean> {
  const { changed } = await run(
    db,
    `update delegation_requests set state = 'taken' where request = $1 and state = 'allowed'`,
    [request],
  )
  return changed > 0
}

export async function insertDelegation(db: Db, row: Insertable<Tables['delegations']>): Promise<void> {
  await db.insertInto('delegations').values(row).execute()
}

/** Locks a delegation of the workspace until the transaction ends. */
export const lockDelegation = (db: Db, id: string): Promise<DelegationRow | undefined> =>
  db.selectFrom('delegations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateDelegation(
  db: Db,
  id: string,
  to: { secret_hash?: Buffer; expires_at?: Date; uses?: number },
): Promise<void> {
  await db.updateTable('delegations').set(to).where('id', '=', id).execute()
}

import type { Facts } from '@claviger/contract/decide/decisions'
import { type Insertable, type Selectable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ApprovalRow = Selectable<Tables['sign_in_approvals']>

export const states = { waiting: 0, approved: 1, ended: 2 } as const

export async function insertApproval(db: Db, row: Insertable<Tables['sign_in_approvals']>): Promise<void> {
  await db.insertInto('sign_in_approvals').values(row).execute()
}

export const findApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  db.selectFrom('sign_in_approvals').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an approval until the transaction ends. */
export const lockApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  db.selectFrom('sign_in_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Requests for an email since then, newest first; at most 100. */
export const approvalsSince = (db: Db, email: string, since: Date): Promise<ApprovalRow[]> =>
  db
    .selectFrom('sign_in_approvals')
    .selectAll()
    .where('email', '=', email)
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(100)
    .execute()

/** Ends a pending request; false if it was no longer pending. */
export async function endApproval(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_approvals')
    .set({ state: states.ended })
    .where('id', '=', id)
    .where('state', '=', states.waiting)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function markApproved(
  db: Db,
  id: string,
  by: { workspace: string; user: string; key: string; passkey: string; position: Facts['position'] },
): Promise<void> {
  await db
    .updateTable('sign_in_approvals')
    .set({
      state: states.approved,
      approved_workspace: by.workspace,
      approved_user: by.user,
      approved_key: by.key,
      approved_credential: by.passkey,
      position: by.position === null ? null : JSON.stringify(by.position),
    })
    .where('id', '=', id)
    .execute()
}

/** Consumes an approved request; undefined if not approved or already consumed: an approval signs in only once. */
export const claimApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  db
    .deleteFrom('sign_in_approvals')
    .where('id', '=', id)
    .where('state', '=', states.approved)
    .returningAll()
    .executeTakeFirst()

import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersAbove, askerOf, mustReachAll } from '#features/work/rank/rank.ts'
import { findWithMailbox, lockUser, type UserRow } from './users.store.ts'

export { mustReachAll } from '#features/work/rank/rank.ts'

/**
 * Locks the user that the caller wants to change.
 * @throws not-found; above-you for a higher role, because changing an owner's address would redirect the
 * owner's links
 */
export async function userToChange(ctx: TransactionContext, id: string): Promise<UserRow> {
  const row = await lockUser(ctx.db, id)
  if (!row) throw problem('not-found')
  const above = await usersAbove(ctx, askerOf(ctx), [id])
  if (above.size > 0) throw problem('above-you')
  return row
}

/**
 * Refuses a mailbox also used by a user with a higher role, even if shared: applications that identify users
 * by email would confuse them. An exclusive mailbox is refused to anyone else who wants it exclusively.
 * @throws above-you
 */
export const mustShareBelowOwnRole = async (ctx: TransactionContext, email: string, shares: boolean): Promise<void> =>
  mustReachAll(ctx, await findWithMailbox(ctx.db, email, shares))

export const higherRoleText = msg('This user has a higher role than you')

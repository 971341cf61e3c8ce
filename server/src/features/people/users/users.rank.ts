import { msg } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, askerOf, mustReachAll } from '../../work/rank/rank.ts'
import { findWithMailbox, lockUser, type UserRow } from './users.store.ts'

export { mustReachAll } from '../../work/rank/rank.ts'

/**
 * The user that the caller wants to change, held until the transaction ends. Throws not-found, and above-you for
 * somebody above the caller: whoever may change an owner's address could else have the owner's links sent there.
 */
export async function userToChange(ctx: Ctx, id: string): Promise<UserRow> {
  const row = await lockUser(ctx.db, id)
  if (!row) throw problem('not-found')
  const above = await aboveOf(ctx, askerOf(ctx), [id])
  if (above.size > 0) throw problem('above-you')
  return row
}

/**
 * Refuses a mailbox that somebody above the caller has as well, whichever of the two says that it is shared: applications
 * that know people by their address would take the one for the other. One that somebody has alone is refused to whoever
 * wants it alone too, whoever asks. Throws above-you.
 */
export const mustShareWithNobodyAbove = async (ctx: Ctx, email: string, shares: boolean): Promise<void> =>
  mustReachAll(ctx, await findWithMailbox(ctx.db, email, shares))

/** Said of rows and lines that name somebody whom the asker may not act on. */
export const standsAboveYou = msg('This user has a higher role than you')

import { msg } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, askerOf } from '../../work/rank/rank.ts'
import { lockUser, type UserRow } from './users.store.ts'

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

/** Said of rows and lines that name somebody whom the asker may not act on. */
export const standsAboveYou = msg('This user stands above you')

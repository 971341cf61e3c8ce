import { unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import { administratorOf } from '../../../ground/db/transaction.ts'
import type { ApiKeyActor, Ctx, UserActor } from '../../../ground/world.ts'
import { lockUser, roleOf, type UserRow, userAbove } from './users.store.ts'

const rankOf = ({ accountRole, workspaceRole }: UserActor | ApiKeyActor): number =>
  accountRole === 0 ? 0 : (workspaceRole ?? Infinity)

/**
 * The user that the caller wants to change, held until the transaction ends. Throws not-found, and above-you for
 * somebody above the caller: whoever may change an owner's address could else have the owner's links sent there.
 */
export async function userToChange(ctx: Ctx, id: string): Promise<UserRow> {
  const actor = administratorOf(ctx)
  const row = await lockUser(ctx.db, id)
  if (!row) throw problem('not-found')
  const role = await roleOf(ctx.db, id)
  const own = rankOf(actor)
  if (id !== actor.id && role !== undefined && role < own) throw problem('above-you')
  return row
}

/** Refuses to change several users where one of them stands above the caller. Throws above-you, and says who. */
export async function mustReachAll(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const actor = administratorOf(ctx)
  const others = ids.filter(id => id !== actor.id)
  const above = await userAbove(ctx.db, others, rankOf(actor))
  if (above !== undefined)
    throw problem(
      'above-you',
      unsaid('{name} stands above you. Ask somebody with a higher role to do this', { name: above }),
    )
}

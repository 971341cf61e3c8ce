import { problem } from '../../../ground/problem.ts'
import { administratorOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { lockUser, roleOf, type UserRow } from './users.store.ts'

/**
 * The user that the caller wants to change, held until the transaction ends. Throws not-found, and not-permitted for
 * somebody above the caller: whoever may change an owner's address could else have the owner's links sent there.
 */
export async function userToChange(ctx: Ctx, id: string): Promise<UserRow> {
  const actor = administratorOf(ctx)
  const row = await lockUser(ctx.db, id)
  if (!row) throw problem('not-found')
  const role = await roleOf(ctx.db, id)
  const own = actor.accountRole === 0 ? 0 : (actor.workspaceRole ?? Infinity)
  if (id !== actor.id && role !== undefined && role < own) throw problem('not-permitted')
  return row
}

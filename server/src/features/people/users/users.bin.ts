import { done } from '@claviger/contract/ground/fields'
import { days, later } from '../../../ground/clock.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record.ts'
import { administratorOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { isLastOwner } from '../../tenancy/administrators/administrators.ts'
import { nameOfRow } from './columns.ts'
import { userToChange } from './rank.ts'
import { userOfRow } from './reply.ts'
import { unbinUser } from './users.store.ts'
import { removeUser } from './users.ts'

const keptDays = 30

/** Moves a user into the bin. Throws not-found, own-account and last-owner. */
export async function deleteUser(ctx: Ctx, input: { id: string }) {
  if (input.id === administratorOf(ctx).id) throw problem('own-account')
  const row = await userToChange(ctx, input.id)
  if (await isLastOwner(ctx, row.id)) throw problem('last-owner')
  await removeUser(ctx, row.id)
  await record(ctx, { action: 'user.deleted', object: { type: 'user', id: row.id, name: nameOfRow(row) } })
  return done
}

/** Takes a user back out of the bin. Throws not-found, and the conflicts with users who came meanwhile. */
export async function restoreUser(ctx: Ctx, input: { id: string }) {
  const row = await unbinUser(ctx.db, input.id, later(ctx.clock.now(), -days(keptDays)))
  if (!row) throw problem('not-found')
  await record(ctx, { action: 'user.restored', object: { type: 'user', id: row.id, name: nameOfRow(row) } })
  return userOfRow(ctx, row)
}

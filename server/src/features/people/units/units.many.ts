import { workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { addPairs, dropPeople } from './members.store.ts'
import { lockUnit, unitsById } from './units.store.ts'

/** The organization unit that people are to be put into. Throws not-found. */
export async function joinableUnit(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  const [unit] = await unitsById(ctx.db, [id])
  if (!unit)
    throw problem('not-found', 'Organization unit not found', [
      { field: 'target', message: 'This organization unit does not exist' },
    ])
  return unit
}

/** Whether the unit is there; it stays until the transaction ends. */
export const isUnit = async (ctx: Ctx, id: string): Promise<boolean> => (await lockUnit(ctx.db, id)) !== undefined

/** Puts many users into a unit. */
export const joinUnit = (ctx: Ctx, unit: string, users: readonly string[]): Promise<void> =>
  joinUnits(
    ctx,
    users.map(user => ({ unit, user })),
  )

/** Puts users into several units at once, each pair as it is given. */
export async function joinUnits(ctx: Ctx, pairs: readonly { unit: string; user: string }[]): Promise<void> {
  if (pairs.length === 0) return
  const [units, users] = [pairs.map(pair => pair.unit), pairs.map(pair => pair.user)]
  await addPairs(ctx.db, workspaceOf(ctx), units, users)
}

/** Takes many users out of a unit. */
export async function leaveUnit(ctx: Ctx, unit: string, users: readonly string[]): Promise<void> {
  await dropPeople(ctx.db, unit, users)
}

import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addPairs, dropPeople } from './members.store.ts'
import { lockUnit, unitNamed, unitsById } from './units.store.ts'

export async function joinableUnit(ctx: TransactionContext, id: string): Promise<{ id: string; name: string }> {
  const [unit] = await unitsById(ctx.db, [id])
  if (!unit)
    throw problem('not-found', 'Organization unit not found', [
      { field: 'target', message: 'This organization unit does not exist' },
    ])
  return unit
}

export const unitIdNamed = (ctx: TransactionContext, name: string): Promise<string | undefined> =>
  unitNamed(ctx.db, name)

export const isUnit = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await lockUnit(ctx.db, id)) !== undefined

export const joinUnit = (ctx: TransactionContext, unit: string, users: readonly string[]): Promise<void> =>
  joinUnits(
    ctx,
    users.map(user => ({ unit, user })),
  )

export async function joinUnits(
  ctx: TransactionContext,
  pairs: readonly { unit: string; user: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  const [units, users] = [pairs.map(pair => pair.unit), pairs.map(pair => pair.user)]
  await addPairs(ctx.db, workspaceOf(ctx), units, users)
}

export async function leaveUnit(ctx: TransactionContext, unit: string, users: readonly string[]): Promise<void> {
  await dropPeople(ctx.db, unit, users)
}

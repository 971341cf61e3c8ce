import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { allUnits, replaceUnits, unitsById, unitsOf } from './units.store.ts'

export const listUnitNames = async (ctx: TransactionContext, ask: { hasAdmin?: boolean | undefined }) => ({
  items: await allUnits(ctx.db, ask.hasAdmin ?? false),
})

export async function mustBeUnit(ctx: TransactionContext, id: string): Promise<void> {
  if ((await unitsById(ctx.db, [id])).length === 0) throw problem('not-found')
}

export const unitNamesOf = async (ctx: TransactionContext, user: string): Promise<string[]> =>
  (await unitsOf(ctx.db, user)).map(unit => unit.name)

/**
 * Sets a user's units and returns their names.
 * @throws not-found for an unknown unit; invalid-input if a unit administrator would lose access to the user
 */
export async function setUnitsOf(ctx: TransactionContext, user: string, wanted: readonly string[]): Promise<string[]> {
  if (ctx.unitsOf !== undefined && wanted.length === 0) throw noneOfOwn()
  const known = wanted.length === 0 ? [] : await unitsById(ctx.db, wanted)
  if (known.length < new Set(wanted).size) throw unknownUnit()
  await replaceUnits(
    ctx.db,
    workspaceOf(ctx),
    user,
    known.map(unit => unit.id),
  )
  return known.map(unit => unit.name)
}

const unknownUnit = () =>
  problem('not-found', 'Organization unit not found', [
    { field: 'organizationUnits', message: 'One of these organization units does not exist' },
  ])

const noneOfOwn = () => {
  const message = 'Choose at least one of your organization units'
  return problem('invalid-input', message, [{ field: 'organizationUnits', message }])
}

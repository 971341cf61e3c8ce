import type { RawBuilder } from 'kysely'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { headsOf, holdsMany, someUnits } from './head-counts.store.ts'

export { headCountSums } from './head-counts.store.ts'

/**
 * Where the caller's visible users are counted; undefined for an administrator of several units, which may
 * overlap.
 */
export async function placeOfAll(ctx: TransactionContext): Promise<string | undefined> {
  if (ctx.unitsOf === undefined) return workspaceOf(ctx)
  const units = await someUnits(ctx.db)
  return units.length === 1 ? units[0]?.id : undefined
}

/** Whether a group or unit is so large that scanning all users soon finds members. */
export const isLarge = (ctx: TransactionContext, place: string): Promise<boolean> =>
  holdsMany(ctx.db, workspaceOf(ctx), place)

/** Users and keys of groups: counted on demand for unit administrators, otherwise from stored counts. */
export const headsOfGroups = (ctx: TransactionContext) => (group: RawBuilder<unknown>) =>
  headsOf(group, ctx.unitsOf !== undefined)

/** Counts of units; their administrators see all users in them. */
export const headsOfUnits = (unit: RawBuilder<unknown>) => headsOf(unit, false)

import type { RawBuilder } from 'kysely'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { headsOf, holdsMany, someUnits } from './head-counts.store.ts'

/** Where all the users are counted whom the asker sees; undefined for an administrator of several units, which may overlap. */
export async function placeOfAll(ctx: Ctx): Promise<string | undefined> {
  if (ctx.unitsOf === undefined) return workspaceOf(ctx)
  const units = await someUnits(ctx.db)
  return units.length === 1 ? units[0]?.id : undefined
}

/** True for a group or unit of so many members that walking all users soon meets some. */
export const isLarge = (ctx: Ctx, place: string): Promise<boolean> => holdsMany(ctx.db, workspaceOf(ctx), place)

/** How many users and keys groups have: what a unit administrator may see of them is counted anew, the rest is kept. */
export const headsOfGroups = (ctx: Ctx) => (group: RawBuilder<unknown>) => headsOf(group, ctx.unitsOf !== undefined)

/** Heads of units, of which their administrators see everybody. */
export const headsOfUnits = (unit: RawBuilder<unknown>) => headsOf(unit, false)

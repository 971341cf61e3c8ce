import { hours, later } from '../../../ground/clock.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mostHeld } from './brake.store.ts'

/** So long suspensions that were held back are told of. */
export const heldFor = hours(24)

/** The directory that wants to suspend more people than it may, and how many of them wait for an owner. */
export const suspensionsThatWait = (ctx: Ctx) => mostHeld(ctx.db, later(ctx.clock.now(), -heldFor))

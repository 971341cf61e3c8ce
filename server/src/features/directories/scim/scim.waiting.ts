import { hours, later } from '#platform/clock.ts'
import type { Ctx } from '#platform/world.ts'
import { mostHeld } from './brake.store.ts'

export const heldFor = hours(24)

export const suspensionsThatWait = (ctx: Ctx) => mostHeld(ctx.db, later(ctx.clock.now(), -heldFor))

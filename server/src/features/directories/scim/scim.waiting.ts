import { hours, later } from '#platform/clock.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mostHeld } from './safety-threshold.store.ts'

export const heldFor = hours(24)

export const listWaitingSuspensions = (ctx: TransactionContext) => mostHeld(ctx.db, later(ctx.clock.now(), -heldFor))

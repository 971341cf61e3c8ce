import type { Ctx } from '../../../ground/world.ts'
import { settleKeys, type SettledBy } from './security-keys.store.ts'

/**
 * Gives keys that users have already the settings of a policy, each those of its kind, and answers how many changed.
 * How a card or phone is verified stays: that may need a PIN, and goes through the acts.
 */
export const settleKeysOf = (ctx: Ctx, users: readonly string[], by: SettledBy): Promise<number> =>
  settleKeys(ctx.db, users, by, ctx.clock.now())

import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits before retrying work that another caller is still doing. Exponential, so that waiting callers don't
 * slow it down; random, so that they don't all return together.
 */
export const waitBeforeRetry = (round: number): Promise<void> =>
  wait(Math.min(200, 15 * 2 ** round) * (0.5 + Math.random()))

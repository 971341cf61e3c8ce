import { later, minutes } from './clock.ts'
import { problem } from './problem.ts'
import { userOf } from './db/transaction.ts'
import type { Actor, World } from './world.ts'

/** How long a confirmed person may change what guards the account, in minutes. */
export const freshMinutes = 5

/** Refuses unless a passkey has just confirmed the person. Throws verify-first, and not-permitted for an API key. */
export function mustBeFresh(ctx: Pick<World, 'clock'> & { actor: Actor }): void {
  const { verifiedAt } = userOf(ctx)
  if (verifiedAt === null || later(verifiedAt, minutes(freshMinutes)) < ctx.clock.now()) throw problem('verify-first')
}

import { later, minutes } from './clock.ts'
import { problem } from './problem.ts'
import type { Permission } from '@claviger/contract/ground/permissions'
import { userOf } from './db/transaction.ts'
import type { Actor, World } from './world.ts'

/** How long a confirmed person may change what guards the account, in minutes. */
export const freshMinutes = 5

/**
 * Refuses unless a passkey has just confirmed the person. Throws verify-first, and not-permitted for an API key that no
 * owner granted acts of this permission; without a permission, for all of them.
 */
export function mustBeFresh(ctx: Pick<World, 'clock'> & { actor: Actor }, may?: Permission): void {
  if (ctx.actor.kind === 'api-key' && may !== undefined) {
    if (ctx.actor.granted.has(may)) return
    throw problem(
      'not-permitted',
      "This API key doesn't have permission for this. An owner can grant it under “API keys”",
    )
  }
  userOf(ctx)
  if (!isFresh(ctx)) throw problem('verify-first')
}

/** Has a passkey just confirmed the person who asks? */
export function isFresh({ actor, clock }: Pick<World, 'clock'> & { actor: Actor }): boolean {
  if (actor.kind !== 'user' || actor.verifiedAt === null) return false
  return later(actor.verifiedAt, minutes(freshMinutes)) >= clock.now()
}

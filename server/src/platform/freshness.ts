import { later, minutes } from './clock.ts'
import { problem } from './problem.ts'
import type { Permission } from '@claviger/contract/platform/permissions'
import { userOf } from './db/transaction.ts'
import type { Actor, AppContext } from './app-context.ts'

export const freshMinutes = 5

/**
 * Requires a recent passkey confirmation by the actor.
 * @throws verify-first; not-permitted for an API key without the owner's grant for this permission (or,
 * without `may`, for all)
 */
export function mustBeFresh(ctx: Pick<AppContext, 'clock'> & { actor: Actor }, may?: Permission): void {
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

export function isFresh({ actor, clock }: Pick<AppContext, 'clock'> & { actor: Actor }): boolean {
  if (actor.kind !== 'user' || actor.verifiedAt === null) return false
  return later(actor.verifiedAt, minutes(freshMinutes)) >= clock.now()
}

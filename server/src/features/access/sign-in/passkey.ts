import type { Assertion } from '@claviger/contract/keys/ceremony'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { later, minutes } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { runAutocommit } from '#platform/db/transaction.ts'
import type { Actor, RequestContext, AppContext } from '#platform/app-context.ts'
import { refusedByPolicy } from '#features/decide/decisions/decisions.refusal.ts'
import { decideUse, reportsOf } from '#features/decide/decisions/decisions.ts'
import { useAssertion, newChallenge, requestFor, userOfHandle } from '#features/keys/credentials/credentials.ts'
import { entryOf, refusedMethodEntry } from './sign-in.ts'

// A browser waits 90 seconds (R169); autofill waits while the page is open, which then requests a new challenge
const lastsMinutes = 3

/** A stateless challenge: the token carries it, and only used ones are stored. */
export async function beginPasskey(ctx: AppContext) {
  const challenge = newChallenge()
  const session = ctx.references.sign('passkey', challenge, later(ctx.clock.now(), minutes(lastsMinutes)))
  return { session, options: requestFor(ctx, challenge) }
}

const now = (ctx: AppContext) => ctx.clock.now().toISOString()

/** The calling passkey sign-in's challenge. @throws challenge-refused */
export function challengeOf(actor: Actor): { challenge: Uint8Array; endsAt: Date } {
  if (actor.kind !== 'passkey' || actor.payload.length !== 32) throw problem('challenge-refused')
  return { challenge: actor.payload, endsAt: actor.endsAt }
}

/**
 * Signs in the passkey's user.
 * @throws challenge-refused, passkey-refused, passkey-malformed, policy-refused, way-not-offered, workspace-disabled
 */
export async function completePasskey(ctx: RequestContext, assertion: Assertion): Promise<Tokens> {
  const { challenge, endsAt } = challengeOf(ctx.actor)
  const handle = userOfHandle(assertion.userHandle)
  if (!handle) {
    ctx.log.info({ ip: ctx.request.ip }, 'a passkey of an unknown user was refused')
    throw problem('passkey-refused')
  }
  const { workspace } = handle
  // The user handle contains the workspace, so each statement can run in its context
  return runAutocommit(ctx, { actor: ctx.actor, request: ctx.request, workspace }, at => {
    const given = { assertion, challenge, endsAt, action: 'sign-in.passkey' } as const
    return useAssertion(
      at,
      given,
      async ({ user, name, owner, workspaceStatus, key, audited, credential: passkey, known }) => {
        const reading = readOnlyContext(at)
        const decision = await decideUse(reading, { ...known, entry: 'own-passkey', signedInAt: now(ctx) })
        if (!decision.verdict.allowed) {
          const use = {
            action: 'sign-in.passkey',
            by: { id: user, name },
            object: { type: 'security-key', ...key },
          } as const
          throw refusedByPolicy(at, decision, use)
        }
        const who = {
          workspace,
          user,
          name,
          owner,
          workspaceStatus,
          key,
          audited,
          decision,
          passkey,
          method: 'passkey',
          verified: true,
        } as const
        const { tokens, parts } = entryOf(at, who)
        return { parts: { ...parts, ...reportsOf(at, decision) }, answer: tokens }
      },
    ).catch((error: unknown) => {
      throw refusedMethodEntry({ workspace, user: handle.user, action: 'sign-in.passkey' }, error) ?? error
    })
  })
}

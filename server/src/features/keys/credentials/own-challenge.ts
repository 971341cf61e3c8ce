import { later, minutes } from '#platform/clock.ts'
import { idBytes } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { insertSpent } from './credentials.store.ts'

// A browser waits 60 or 90 seconds (R169); a user looking for a key takes longer
const lastsMinutes = 3

const purposes = { add: 1, verify: 2, pair: 3 } as const
type OwnPurpose = keyof typeof purposes

/** A reference to a challenge: the challenge (32 bytes), the requesting session (16), and its purpose (1). */
export function ownChallenge(ctx: TransactionContext, purpose: OwnPurpose, challenge: Uint8Array): string {
  const payload = Buffer.concat([challenge, idBytes(userOf(ctx).sessionId), Buffer.of(purposes[purpose])])
  return ctx.references.sign('ceremony', payload, later(ctx.clock.now(), minutes(lastsMinutes)))
}

/**
 * Extracts the challenge from its reference; the caller spends it.
 * @throws challenge-refused, also for another session's challenge or purpose
 */
export function readOwnChallenge(
  ctx: TransactionContext,
  purpose: OwnPurpose,
  reference: string,
): { challenge: Buffer; endsAt: Date } {
  const payload = ctx.references.read('ceremony', reference, ctx.clock.now())
  const mine = payload?.length === 49 && sameBytes(payload.subarray(32, 48), idBytes(userOf(ctx).sessionId))
  if (!mine || payload[48] !== purposes[purpose]) throw problem('challenge-refused')
  return { challenge: payload.subarray(0, 32), endsAt: ctx.references.endOf(reference) }
}

export async function consumeOwnChallenge(
  ctx: TransactionContext,
  purpose: OwnPurpose,
  reference: string,
): Promise<Buffer> {
  const { challenge, endsAt } = readOwnChallenge(ctx, purpose, reference)
  if (!(await insertSpent(ctx.db, challenge, endsAt))) throw problem('challenge-refused')
  return challenge
}

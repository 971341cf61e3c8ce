import type { sessions } from '@claviger/contract/access/sessions'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { readOwnChallenge, withAssertion } from '#features/keys/credentials/credentials.ts'
import { markVerified } from './sessions.store.ts'

/**
 * Records in the session that a passkey has just confirmed the user.
 * @throws challenge-refused, passkey-refused, passkey-malformed
 */
export async function confirmSession(ctx: TransactionContext, input: OutputOf<typeof sessions.verify.input>) {
  const actor = userOf(ctx)
  const { session, ...assertion } = input
  const given = {
    assertion,
    ...readOwnChallenge(ctx, 'verify', session),
    user: actor.id,
    action: 'passkey.verified',
  } as const
  return withAssertion(ctx, given, async ({ credential, credentialName, audited }) => {
    await markVerified(ctx.db, actor.sessionId, ctx.clock.now(), credential)
    await record(ctx, {
      action: 'passkey.verified',
      ...(audited && { object: { type: 'passkey', id: credential, name: credentialName } }),
    })
    return { ok: true as const }
  })
}

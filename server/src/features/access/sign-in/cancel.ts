import type { TransactionContext } from '#platform/app-context.ts'
import { spendChallenge } from '#features/keys/credentials/credentials.ts'
import { signInOf } from './email.ts'
import { challengeOf } from './passkey.ts'
import { deleteSignIn } from './sign-in.store.ts'

/** Cancels a sign-in in progress and invalidates its token. @throws challenge-refused */
export async function cancel(ctx: TransactionContext) {
  if (ctx.actor.kind === 'email') {
    await deleteSignIn(ctx.db, signInOf(ctx.actor))
  } else {
    const { challenge, endsAt } = challengeOf(ctx.actor)
    await spendChallenge(ctx, challenge, endsAt)
  }
  return { ok: true as const }
}

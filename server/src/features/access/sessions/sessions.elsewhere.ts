import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endSessionOf } from './sessions.store.ts'

/** Ends a session because its user signed out at an application. */
export async function endSessionFromApplication(
  ctx: TransactionContext,
  user: { id: string; name: string },
  session: string,
): Promise<void> {
  const ended = await endSessionOf(ctx.db, user.id, session, ctx.clock.now(), 'own')
  if (ended) await record(ctx, { action: 'sign-out', by: user })
}

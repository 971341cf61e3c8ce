import type { sessions } from '@claviger/contract/access/sessions'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById } from '#features/people/users/users.ts'
import { endMany, endSessionOf } from './sessions.store.ts'
import { listOf } from './sessions.ts'

type InputFor<Call extends keyof typeof sessions.calls> = OutputOf<(typeof sessions.calls)[Call]['input']>

/** A user's sessions. @throws not-found */
export async function sessionsOfUser(ctx: TransactionContext, { id }: InputFor<'ofUser'>) {
  if (!(await userById(ctx, id))) throw problem('not-found')
  return listOf(ctx, id)
}

/** Ends one session of a user. @throws not-found, above-you */
export async function endSessionOfUser(ctx: TransactionContext, { id, sessionId }: InputFor<'endOfUser'>) {
  const user = await userToChange(ctx, id)
  if (!(await endSessionOf(ctx.db, id, sessionId, ctx.clock.now(), 'administrator'))) throw problem('not-found')
  await ended(ctx, user, 1)
  return { ok: true as const }
}

/** Ends all sessions of a user, except the current one for the caller's own account. @throws not-found, above-you */
export async function endSessionsOfUser(ctx: TransactionContext, { id }: InputFor<'endAllOfUser'>) {
  const user = await userToChange(ctx, id)
  const stays = ctx.actor.kind === 'user' && ctx.actor.id === id ? ctx.actor.sessionId : undefined
  const count = await endMany(ctx.db, id, { stays, why: 'administrator' }, ctx.clock.now())
  if (count > 0) await ended(ctx, user, count)
  return { ended: count }
}

const ended = (
  ctx: TransactionContext,
  user: { id: string; first_name: string; last_name: string },
  sessions: number,
) =>
  record(ctx, {
    action: 'user.signed-out',
    object: { type: 'user', id: user.id, name: `${user.first_name} ${user.last_name}` },
    after: { sessions },
  })

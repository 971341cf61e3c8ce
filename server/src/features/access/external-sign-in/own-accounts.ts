import { doneReply } from '@claviger/contract/platform/fields'
import { userOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { disconnect } from '#features/connect/identity-providers/identity-providers.links.ts'
import { providerById } from '#features/connect/identity-providers/identity-providers.ts'
import { userById } from '#features/people/users/users.ts'
import { browserAsking } from './browser-visit.ts'
import { connectedNow, mailLinked } from './complete.ts'
import { externalAccountsOf } from './external-accounts.ts'
import { findWaiting, openingOf, consumeWaiting } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'

const ownWays = ['passkey', 'code', 'sms', 'call', 'password', 'link']

async function waitingHere(ctx: TransactionContext) {
  const browser = browserAsking(ctx)
  const underWay = browser && (await findWaiting(ctx.db, browser, ctx.clock.now()))
  const row = underWay && (await providerById(ctx, underWay.provider_id))
  if (!underWay?.identity || !row?.active || row.version !== underWay.provider_version) return undefined
  return { underWay, row, identity: underWay.identity as unknown as Identity }
}

export async function waitingAccount(ctx: TransactionContext) {
  const found = await waitingHere(ctx)
  return { waits: found ? { provider: found.row.name, address: found.identity.told.email?.[0] ?? null } : null }
}

/**
 * Connects the pending external account of this browser to the signed-in user. The session must be newer than the
 * waiting sign-in and opened with an existing method, so that an old or stolen session can't connect an account.
 * @throws external-refused, external-not-confirmed
 */
export async function confirmAccount(ctx: TransactionContext): Promise<{ redirectUrl: string | null }> {
  const actor = userOf(ctx)
  const found = await waitingHere(ctx)
  if (!found) throw problem('external-refused')
  const { underWay, row, identity } = found
  const opening = await openingOf(ctx.db, actor.sessionId)
  const isOwn = opening && ownWays.includes(opening.method) && opening.opened_by === null
  if (!isOwn || opening.created_at < underWay.created_at) throw problem('external-not-confirmed')
  const user = await userById(ctx, actor.id)
  if (!user || !(await consumeWaiting(ctx.db, underWay.id))) throw problem('external-refused')
  await connectedNow(ctx, row, identity, user, true)
  await mailLinked(ctx, row, identity, user, true)
  return { redirectUrl: underWay.redirect_url }
}

export const ownAccounts = (ctx: TransactionContext) => externalAccountsOf(ctx, userOf(ctx).id)

/** Disconnects an own external account and ends its sessions. @throws not-found */
export async function disconnectOwn(ctx: TransactionContext, { id }: { id: string }) {
  const row = await providerById(ctx, id)
  if (!row || !(await disconnect(ctx, userOf(ctx).id, id))) throw problem('not-found')
  await record(ctx, {
    action: 'external.unlinked',
    object: { type: 'identity-provider', id, name: row.name },
  })
  return doneReply
}

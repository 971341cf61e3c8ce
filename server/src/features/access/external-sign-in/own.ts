import { done } from '@claviger/contract/ground/fields'
import { userOf, workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { connectionsOf, disconnect } from '../../connect/identity-providers/identity-providers.links.ts'
import { providerById } from '../../connect/identity-providers/identity-providers.ts'
import { userById } from '../../people/users/users.ts'
import { browserAsking, readCode } from './browser.ts'
import { connectedNow } from './complete.ts'
import { openingOf, takeWaiting } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'

const ownWays = ['passkey', 'code', 'password', 'link']

/**
 * Connects the account at a provider that waits in this browser with the own one. The session must be younger than the
 * wait and opened by an own way in: an old or a stolen one connects nothing. Throws external-refused and
 * external-not-confirmed.
 */
export async function confirmAccount(ctx: Ctx, input: { code: string }): Promise<{ redirectUrl: string | null }> {
  const actor = userOf(ctx)
  const named = readCode(ctx, input.code)
  if (named?.workspace !== workspaceOf(ctx)) throw problem('external-refused')
  const by = { now: ctx.clock.now(), code: named.hash, browser: browserAsking(ctx) }
  const underWay = await takeWaiting(ctx.db, named.id, by)
  const row = underWay && (await providerById(ctx, underWay.provider_id))
  if (!underWay?.identity || !row?.active || row.version !== underWay.provider_version)
    throw problem('external-refused')
  const opening = await openingOf(ctx.db, actor.sessionId)
  const isOwn = opening && ownWays.includes(opening.method) && opening.opened_by === null
  if (!isOwn || opening.created_at < underWay.created_at) throw problem('external-not-confirmed')
  const user = await userById(ctx, actor.id)
  if (!user) throw problem('external-refused')
  await connectedNow(ctx, row, underWay.identity as unknown as Identity, user, true)
  return { redirectUrl: underWay.redirect_url }
}

/** Own accounts at providers. */
export const ownAccounts = async (ctx: Ctx) => ({
  items: (await connectionsOf(ctx, userOf(ctx).id)).map(row => ({
    id: row.provider_id,
    name: row.name,
    kind: row.preset,
    linkedAt: row.linked_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  })),
})

/** Disconnects an own account at a provider; its sessions end with it. Throws not-found. */
export async function disconnectOwn(ctx: Ctx, { id }: { id: string }) {
  const row = await providerById(ctx, id)
  if (!row || !(await disconnect(ctx, userOf(ctx).id, id))) throw problem('not-found')
  await record(ctx, {
    action: 'external.unlinked',
    object: { type: 'identity-provider', id, name: row.name },
  })
  return done
}

import type { TransactionContext } from '#platform/app-context.ts'
import {
  isSaml,
  ownAddressesOf,
  type ProviderRow,
  providerById,
  secretOf,
} from '#features/connect/identity-providers/identity-providers.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { findProviderSessions } from './external-sign-in.store.ts'
import { idTokenOf } from './oidc/id-token.ts'
import type { ProviderSignOut } from './identity.ts'
import { signOutRequest } from './saml/saml-sign-out.ts'

/**
 * Single logout address of the provider that opened one of these sessions; undefined if none did, or if the provider
 * doesn't support it or it is disabled.
 */
export async function leaveProvider(ctx: TransactionContext, sessions: readonly string[]): Promise<string | undefined> {
  const opened = await findProviderSessions(ctx.db, sessions)
  const row = opened && (await providerById(ctx, opened.provider_id))
  if (!opened?.leave || !row?.active || !row.settings.signOutThere) return undefined
  const to = await addressOf(ctx, row, opened.leave, opened.sid)
  if (to === undefined || opened.id_token === null) return to
  // With this hint the provider knows the user and does not ask for confirmation
  const hint = await idTokenOf(ctx, opened.session_id, opened.id_token)
  return `${to}&${new URLSearchParams({ id_token_hint: hint }).toString()}`
}

async function addressOf(
  ctx: TransactionContext,
  row: ProviderRow,
  leave: ProviderSignOut,
  sid: string | null,
): Promise<string | undefined> {
  if (isSaml(row)) {
    if (!('name' in leave) || row.settings.sloUrl === '') return undefined
    return signOutRequest(ctx, row, (await secretOf(ctx, row)) ?? '', { ...leave, sid })
  }
  if (!('url' in leave)) return undefined
  const to = URL.parse(leave.url)
  if (!to || !isWebAddress(ctx.config, to)) return undefined
  to.searchParams.set('client_id', row.settings.clientId)
  to.searchParams.set('post_logout_redirect_uri', ownAddressesOf(ctx, row.id).signedOutUrl)
  return to.href
}

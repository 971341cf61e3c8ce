import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { noteProviderUse, type ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { browserAsking, readCode, visitReference } from './browser-visit.ts'
import { connectedNow } from './complete.ts'
import { takeCompleted } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'
import { personOf } from './external-users.ts'

/** Provider address for a browser at a card page; its response is valid only for this step of this visit. */
export function visitAddress(world: AppContext, row: ProviderRow, visit: string, hint: string | null): string {
  const reference = visitReference(world, { workspace: row.workspace_id, provider: row.id, visit })
  const asked = { visit: reference, ...(hint !== null && { login_hint: hint }) }
  return `/login/sso?${new URLSearchParams(asked).toString()}`
}

/**
 * The user identified by the code that the browser returned for a step of a visit. Undefined for other or used codes,
 * and if the provider's account is not connected to a user or is another user's. An account that would first need a
 * confirmation counts as unknown.
 */
export async function personOfVisit(
  ctx: TransactionContext,
  row: ProviderRow,
  came: { visit: string; code: string; expected: string | null },
): Promise<string | undefined> {
  const named = readCode(ctx, came.code)
  const browser = browserAsking(ctx)
  if (!browser || named?.workspace !== workspaceOf(ctx)) return undefined
  const by = { now: ctx.clock.now(), code: named.hash, browser, visit: came.visit }
  const underWay = await takeCompleted(ctx.db, named.id, by)
  const ofProvider = underWay?.provider_id === row.id && underWay.provider_version === row.version
  if (!underWay?.identity || !ofProvider) return undefined
  const identity = underWay.identity as unknown as Identity
  const outcome = await personOf(ctx, row, identity)
  if (outcome.is !== 'linked' && outcome.is !== 'found') return undefined
  const { user } = outcome
  if (came.expected !== null && came.expected !== user.id) return undefined
  if (outcome.is === 'found') await connectedNow(ctx, row, identity, user, false)
  return (await noteProviderUse(ctx, row)) ? user.id : undefined
}

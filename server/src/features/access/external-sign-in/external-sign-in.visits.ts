import { workspaceOf } from '#platform/db/transaction.ts'
import type { AppContext, RequestContext, TransactionContext } from '#platform/app-context.ts'
import {
  type AssuranceResult,
  compareVerified,
  isVerified,
} from '#features/access/identity-checks/identity-checks.claims.ts'
import { isAssurance, verifiedUser } from '#features/access/identity-checks/identity-checks.ts'
import {
  assuranceOf,
  noteProviderUse,
  type OidcRow,
  type ProviderRow,
} from '#features/connect/identity-providers/identity-providers.ts'
import { browserAsking, markBrowser, readCode, visitReference } from './browser-visit.ts'
import { linkMatched } from './complete.ts'
import { consumeCompleted } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'
import { personOf } from './external-users.ts'
import { type CallbackInput, queryOf } from './oidc/callback.ts'
import { configurationOf, oidcAddress, oidcAnswer } from './oidc/oidc.ts'

/**
 * Provider address for a browser at a card page; its response is valid only for this step of this visit, and, where a
 * provider verifies identities, only for the user that it is about.
 */
export function visitAddress(
  world: AppContext,
  row: ProviderRow,
  { visit, hint, about }: { visit: string; hint: string | null; about: string | null },
): string {
  const named = isAssurance(row) ? about : null
  const reference = visitReference(world, { workspace: row.workspace_id, provider: row.id, visit, about: named })
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
  const underWay = await consumeCompleted(ctx.db, named.id, by)
  const ofProvider = underWay?.provider_id === row.id && underWay.provider_version === row.version
  if (!underWay?.identity || !ofProvider) return undefined
  if (isAssurance(row)) {
    const result = underWay.identity as unknown as AssuranceResult
    return verifiedUser(ctx, row, { about: underWay.about, result }, came.expected)
  }
  const identity = underWay.identity as unknown as Identity
  const outcome = await personOf(ctx, row, identity)
  if (outcome.is !== 'linked' && outcome.is !== 'found') return undefined
  const { user } = outcome
  if (came.expected !== null && came.expected !== user.id) return undefined
  if (outcome.is === 'found') await linkMatched(ctx, row, identity, user)
  return (await noteProviderUse(ctx, row)) ? user.id : undefined
}

/** Names of a person whose identity is verified before they have a user. */
export interface NamedPerson {
  firstName: string | null
  lastName: string | null
}

const secretOf = ({ config }: AppContext): string => config.identityClientSecret ?? ''

/** Marks the browser that starts an identity check, and identifies it again in the response. */
export const markedBrowser = (ctx: RequestContext): string => markBrowser(ctx).toString('base64url')
export const browserOf = (ctx: Parameters<typeof browserAsking>[0]): string | undefined =>
  browserAsking(ctx)?.toString('base64url')

/** Address at the operator's provider for one check. @throws the library's errors */
export async function verifierAddress(
  world: AppContext,
  verifier: OidcRow,
  check: { id: string; state: string },
): Promise<string> {
  const configuration = await configurationOf(world, verifier, secretOf(world))
  return oidcAddress(world, configuration, verifier, { ...check, hint: undefined, atPage: true })
}

/** Does the provider's response verify that it is this person? @throws ExternalIdentityError, and the library's errors */
export async function verifiesPerson(
  world: AppContext,
  verifier: OidcRow,
  { id, input }: { id: string; input: CallbackInput },
  person: NamedPerson,
): Promise<boolean> {
  const configuration = await configurationOf(world, verifier, secretOf(world))
  const asked = { id, state: input.state ?? '', query: queryOf(input) }
  const { raw } = await oidcAnswer(world, configuration, verifier, asked)
  const rules = assuranceOf(verifier)
  return isVerified(rules, compareVerified(rules, raw, { ...person, birthDate: null }))
}

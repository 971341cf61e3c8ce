import * as client from 'openid-client'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import { flagIn, type ThreeState } from '#platform/parsing/three-state.ts'
import { fetchOf, purposeIn } from '#features/connect/identity-providers/identity-providers.fetch.ts'
import { allowsLoopback } from '#integrations/private-addresses.ts'
import { assuranceOf, type OidcRow, ownAddressesOf } from '#features/connect/identity-providers/identity-providers.ts'
import { isOwnVerifier } from '#features/access/identity-checks/identity-checks.own.ts'
import { claimsRequest } from '#features/access/identity-checks/identity-checks.claims.ts'
import { isAssurance } from '#features/access/identity-checks/identity-checks.ts'
import { factorsOf, type Identity, isEntraName, sourcesOf, mappedFieldsOf, ExternalIdentityError } from '../identity.ts'

// Tolerated clock difference of a provider, in seconds
const tolerance = 180
const keptMinutes = 60
const mostKept = 200

interface Kept {
  made: Promise<client.Configuration>
  until: number
}
const kept = new WeakMap<AppContext['config'], Map<string, Kept>>()

export function configurationOf(world: AppContext, row: OidcRow, secret: string | null): Promise<client.Configuration> {
  const all = kept.get(world.config) ?? new Map<string, Kept>()
  kept.set(world.config, all)
  const name = `${row.workspace_id} ${row.id} ${row.version}`
  const known = all.get(name)
  if (known && known.until > Date.now()) return known.made
  if (all.size >= mostKept) all.clear()
  const made = ask(world, row, secret)
  all.set(name, { made, until: Date.now() + keptMinutes * 60_000 })
  made.catch(() => all.delete(name))
  return made
}

/**
 * Some providers send members of the token response that have no value, which the library refuses. Those we don't need are
 * left out.
 */
const withoutEmptyMembers =
  (fetch: ReturnType<typeof fetchOf>): typeof fetch =>
  async (url, options) => {
    const response = await fetch(url, options)
    const isJson = response.headers.get('content-type')?.includes('json') === true
    if (options?.method !== 'POST' || response.status !== 200 || !isJson) return response
    const text = await response.text()
    return new Response(tidied(text), { status: 200, headers: response.headers })
  }

function tidied(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return text
    const spare = new Set(['refresh_token', 'scope', 'expires_in'])
    return JSON.stringify(
      Object.fromEntries(Object.entries(body).filter(([name, value]) => !(spare.has(name) && (value ?? '') === ''))),
    )
  } catch {
    return text
  }
}

function ask(world: AppContext, row: OidcRow, secret: string | null): Promise<client.Configuration> {
  const by =
    row.settings.tokenAuth === 'none'
      ? client.None()
      : row.settings.tokenAuth === 'client_secret_post'
        ? client.ClientSecretPost(secret ?? '')
        : client.ClientSecretBasic(secret ?? '')
  return client.discovery(new URL(row.issuer), row.settings.clientId, { [client.clockTolerance]: tolerance }, by, {
    [client.customFetch]: withoutEmptyMembers(
      fetchOf(world, isOwnVerifier(row) ? 'operator' : purposeIn(row.workspace_id)),
    ),
    timeout: 10,
    // Verify the ID token's signature although it came directly from the token endpoint
    execute: [
      client.enableNonRepudiationChecks,
      ...(allowsLoopback(world.config) ? [client.allowInsecureRequests] : []),
    ],
  })
}

/** Additional scope that card pages request from Entra ID (R78). */
const pageScope = ['User.Read']

const derived = (world: AppContext, purpose: string, id: string) =>
  keyedHash(world.hashKey, `external ${purpose}`, id).toString('base64url')

export async function oidcAddress(
  world: AppContext,
  configuration: client.Configuration,
  row: OidcRow,
  asked: { id: string; state: string; hint: string | undefined; atPage: boolean },
): Promise<string> {
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: ownAddressesOf(world, row.id).redirectUri,
    response_type: 'code',
    scope: [
      ...new Set(['openid', ...row.settings.scopes, ...(asked.atPage && row.preset === 'entra' ? pageScope : [])]),
    ].join(' '),
    state: asked.state,
    nonce: derived(world, 'nonce', asked.id),
    code_challenge: await client.calculatePKCECodeChallenge(derived(world, 'proof', asked.id)),
    code_challenge_method: 'S256',
    // On a shared computer, the previous user may still be signed in there and would get the card
    ...(asked.atPage && { prompt: 'login' }),
    ...(isAssurance(row) && { claims: claimsRequest(assuranceOf(row)) }),
    ...(asked.hint !== undefined && { login_hint: asked.hint }),
  })
  return url.href
}

export interface OidcSignInResult {
  identity: Identity
  raw: Record<string, unknown>
  idToken?: string
}

/**
 * Exchanges the code for the user's identity; checks state, nonce, PKCE, issuer, audience, signature, and times.
 * @throws ExternalIdentityError, and the library's errors
 */
export async function oidcAnswer(
  world: AppContext,
  configuration: client.Configuration,
  row: OidcRow,
  asked: { id: string; state: string; query: Record<string, string> },
): Promise<OidcSignInResult> {
  const here = new URL(ownAddressesOf(world, row.id).redirectUri)
  for (const [name, value] of Object.entries(asked.query)) here.searchParams.set(name, value)
  const tokens = await client.authorizationCodeGrant(configuration, here, {
    expectedState: asked.state,
    expectedNonce: derived(world, 'nonce', asked.id),
    pkceCodeVerifier: derived(world, 'proof', asked.id),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ExternalIdentityError('The answer holds no ID token')
  const sources = sourcesOf(row)
  const wanted = isAssurance(row)
    ? ['verified_claims']
    : [...Object.values(sources), ...(sources.email === 'email' ? ['email_verified'] : [])]
  const missing = wanted.some(name => name && !Object.hasOwn(claims, name))
  const more: Record<string, unknown> =
    missing && configuration.serverMetadata().userinfo_endpoint
      ? { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
      : {}
  // UserInfo verified the address that it states, which need not be the one in the ID token
  if (typeof claims['email'] === 'string' && more['email'] !== claims['email']) delete more['email_verified']
  const raw: Record<string, unknown> = { ...more, ...claims }
  const { end_session_endpoint: url } = configuration.serverMetadata()
  return {
    raw,
    ...(tokens.id_token !== undefined && { idToken: tokens.id_token }),
    identity: {
      ...identityOf(row, raw, claims.sub),
      ...(url !== undefined && url.length <= 2000 && { leave: { url } }),
    },
  }
}

function identityOf(row: OidcRow, raw: Record<string, unknown>, sub: string): Identity {
  const { tid, oid, sid } = raw
  let subject = sub
  if (row.preset === 'entra') {
    // Entra ID users are identified by tenant and object ID, because `sub` differs per application
    if (typeof tid !== 'string' || typeof oid !== 'string')
      throw new ExternalIdentityError('Entra ID told no tenant and object id (tid, oid)')
    if (new URL(row.issuer).pathname.split('/')[1]?.toLowerCase() !== tid.toLowerCase())
      throw new ExternalIdentityError('The person belongs to another tenant')
    subject = `${tid}/${oid}`
  }
  const told = mappedFieldsOf(row, raw)
  const source = sourcesOf(row).email
  return {
    subject: subject.slice(0, 600),
    sid: typeof sid === 'string' ? sid.slice(0, 300) : null,
    told,
    groupsMissing: told.groups ? undefined : isOverLimit(raw, sourcesOf(row).groups) ? 'too-many' : 'not-stated',
    emailVerified: isEntraName(row) || (source === 'email' ? verificationIn(raw) : undefined),
    factors: factorsOf(raw['amr'], raw['acr']),
  }
}

/** Entra ID states by `xms_edov` whether the domain of the address is verified. */
function verificationIn(raw: Readonly<Record<string, unknown>>): ThreeState<boolean> {
  const [verified, domainVerified] = [flagIn(raw['email_verified']), flagIn(raw['xms_edov'])]
  return verified || domainVerified || (verified ?? domainVerified)
}

/**
 * Entra ID replaces more than 200 groups by a reference (learn.microsoft.com/entra/identity-platform/
 * access-token-claims-reference#groups-overage-claim).
 */
const isOverLimit = (raw: Readonly<Record<string, unknown>>, claim = 'groups'): boolean => {
  const names: unknown = raw['_claim_names']
  return (
    flagIn(raw['hasgroups']) === true || (typeof names === 'object' && names !== null && Object.hasOwn(names, claim))
  )
}

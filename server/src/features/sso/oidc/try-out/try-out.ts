import { isWebAddress, staysOnThisComputer } from '@claviger/contract/apps/applications/application-addresses'
import { protocols } from '@claviger/contract/apps/applications/application-settings'
import type { oidc, OidcTryOut } from '@claviger/contract/sso/oidc'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { RequestContext, AppContext } from '#platform/app-context.ts'
import {
  claimedPerson,
  groupFilterOf,
  mapClaims,
  type ClaimSubject,
} from '#features/apps/applications/applications.claims.ts'
import { applicationById, mayOpen, type OidcApplication } from '#features/apps/applications/applications.ts'
import { ownAddresses } from '#features/apps/catalogue/catalogue.ours.ts'
import { userById } from '#features/people/users/users.ts'
import { loadBrowserSession } from '#features/sso/browser-sessions/browser-sessions.ts'
import { noRequest } from '../request-facts.ts'
import { claimsForScopes } from '../provider/provider-account.ts'
import { known } from '../provider/clients.ts'
import { providerAt } from '../provider/providers.ts'
import { type TryOutCheck, type TryOutResult, tryOidcSignIn } from './counterpart.ts'
import { fetchWithin } from './bounded-fetch.ts'

/**
 * Signs the administrator in at a built-in counterpart and returns the decoded result. For another user, or an
 * application without the code flow, returns a preview. Never returns anything that grants access.
 * @throws not-found; not-permitted for administrators who can't read users
 */
export async function tryOidc(
  ctx: RequestContext,
  { id, user }: OutputOf<(typeof oidc.calls)['tryOut']['input']>,
): Promise<OidcTryOut> {
  const found = await ctx.transact(async inner => {
    const application = await applicationById(inner, id)
    if (application?.protocol !== protocols.oidc) throw problem('not-found')
    const self = inner.actor.kind === 'user' && (user === undefined || user === inner.actor.id)
    const whom = user ?? (inner.actor.kind === 'user' ? inner.actor.id : undefined)
    if (!self && !administratorOf(inner).permissions.has('users.read')) throw problem('not-permitted')
    const person = whom === undefined ? undefined : await claimedPerson(inner, whom, groupFilterOf(application))
    const row = whom === undefined ? undefined : await userById(inner, whom)
    if (whom === undefined || !person || !row) throw problem('not-found')
    const opens = await mayOpen(inner, application, whom)
    const { issuer } = ownAddresses(inner)
    const session = self && inner.actor.kind === 'user' ? inner.actor.sessionId : undefined
    return { application, person, row, opens, issuer, session }
  })
  const { application, person, row, issuer, session } = found
  const recipient = application.settings.redirectUris[0] ?? ''
  const way = { application, issuer, redirect: recipient, scope: scopeOf(application) }
  const got = session === undefined || !byCode(application) ? undefined : await run(ctx, session, way)
  const before = checksBefore(application, person, found.opens, recipient)
  return {
    real: got !== undefined,
    issuer,
    clientId: application.clientId,
    recipient,
    scope: way.scope,
    parts: got
      ? partsOf(got)
      : previewOf(application, issuer, claimsForScopes(application, way.scope.split(' '), person, row)),
    checks: [...before, ...(got?.checks ?? [])].map(one => ({ ...one, says: sayTo(ctx)(one.says) })),
  }
}

const byCode = ({ settings }: OidcApplication) =>
  settings.responseTypes.includes('code') && settings.redirectUris.length > 0

const scopeOf = ({ settings }: OidcApplication) =>
  ['openid', ...settings.scopes.filter(one => known.has(one) && one !== 'openid' && one !== 'offline_access')].join(' ')

async function run(ctx: RequestContext, session: string, way: Omit<Parameters<typeof tryOidcSignIn>[0], 'fetch'>) {
  const {
    config,
    log,
    clock,
    pool,
    readPool,
    superPool,
    databaseHealth: pulse,
    jobs,
    sealer,
    references,
    outgoing,
    removals,
    hashKey,
  } = ctx
  // The cached provider outlives this request
  const world: AppContext = {
    config,
    log,
    clock,
    pool,
    readPool,
    superPool,
    databaseHealth: pulse,
    jobs,
    sealer,
    references,
    outgoing,
    removals,
    hashKey,
  }
  const workspace = workspaceOf(ctx)
  const [served, here] = [await providerAt(world, workspace), await loadBrowserSession(world, workspace, session)]
  if (!served || !here) return undefined
  const { ip, userAgent, language = 'en', id: requestId } = ctx.request
  const asked = () => noRequest({ ip, userAgent, language, requestId, here, trial: true })
  return tryOidcSignIn({ ...way, fetch: fetchWithin(served, config.publicUrl, asked) })
}

function checksBefore(
  application: OidcApplication,
  person: ClaimSubject,
  opens: boolean,
  recipient: string,
): TryOutCheck[] {
  const claims = mapClaims(application.mapping, person)
  const lacking = application.mapping.filter(({ name }) => !Object.hasOwn(claims, name)).map(({ name }) => name)
  const native = application.settings.kind === 'native' && !recipient.startsWith('http:')
  return [
    { name: 'active', ok: application.active, says: msg('The application is turned on') },
    { name: 'assigned', ok: opens, says: msg('The user has access to the application') },
    {
      name: 'attributes',
      ok: lacking.length === 0,
      says: msg('The user has a value for each attribute'),
      detail: lacking.length === 0 ? null : lacking.join(', ').slice(0, 300),
    },
    {
      name: 'address',
      ok: recipient === '' || isWebAddress(recipient) || native,
      says: staysOnThisComputer(recipient)
        ? msg('The response stays on this computer (localhost)')
        : msg('The response is sent over an encrypted connection (https)'),
    },
  ].map(one => ({ detail: null, ...one }))
}

function previewOf(
  { clientId, settings }: OidcApplication,
  iss: string,
  told: { sub: string | null },
): OidcTryOut['parts'] {
  const head = { iss, aud: clientId }
  if (!settings.leanIdToken) return [{ name: 'id-token', claims: valuesOf({ ...head, ...told }) }]
  return [
    { name: 'id-token', claims: valuesOf({ ...head, sub: told.sub }) },
    { name: 'userinfo', claims: valuesOf(told) },
  ]
}

const partsOf = ({ idToken, userinfo, answer }: TryOutResult): OidcTryOut['parts'] => [
  ...(idToken
    ? [
        { name: 'id-token' as const, claims: valuesOf(idToken.claims) },
        { name: 'id-token-header' as const, claims: valuesOf(idToken.header) },
      ]
    : []),
  ...(userinfo ? [{ name: 'userinfo' as const, claims: valuesOf(userinfo) }] : []),
  ...(answer ? [{ name: 'access-token' as const, claims: valuesOf(answer) }] : []),
]

const valuesOf = (of: Record<string, unknown>) =>
  Object.entries(of).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))

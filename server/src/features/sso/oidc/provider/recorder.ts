import { protocols } from '@claviger/contract/apps/applications/application-settings'
import type { AttemptReason } from '@claviger/contract/apps/attempts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { StatementParts } from '#platform/db/parts.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { transact } from '#platform/db/transaction.ts'
import { lineOf } from '#platform/record/record.ts'
import type { AutocommitContext, TransactionContext, RequestFacts } from '#platform/app-context.ts'
import { usesOf } from '#features/apps/applications/applications.ts'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import { userById } from '#features/people/users/users.ts'
import { currentRequest } from '../request-facts.ts'
import { openerOf } from '#features/sso/browser-sessions/browser-sessions.ts'
import { signInBehind } from './admit.ts'
import { applicationOf, scopeOfClaim } from './clients.ts'

/** Request parameters shown to administrators: never a code, token, secret, proof, or assertion. */
const told = new Set([
  'client_id',
  'redirect_uri',
  'post_logout_redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'grant_type',
  'prompt',
  'max_age',
  'acr_values',
  'login_hint',
  'code_challenge_method',
  'resource',
  'ui_locales',
])

function factsOf(ctx: KoaContextWithOIDC): Record<string, string> {
  const all = { ...(ctx.method === 'GET' ? ctx.query : (ctx.oidc.body ?? {})), ...ctx.oidc.params }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]): [string, string][] =>
      told.has(name) && typeof value === 'string' ? [[name, value.slice(0, 500)]] : [],
    ),
  )
}

function reasonOf(error: Error, ctx: KoaContextWithOIDC): AttemptReason {
  const said = `${error.message} ${'error_description' in error ? String(error.error_description) : ''} ${'error_detail' in error ? String(error.error_detail) : ''}`
  const by: readonly [boolean, AttemptReason][] = [
    [error instanceof errors.InvalidRedirectUri, 'redirect-differs'],
    [/post_logout_redirect_uri/.test(said), 'post-logout-differs'],
    [error instanceof errors.InvalidDpopProof || /DPoP|jkt/.test(said), 'dpop-wrong'],
    [
      /auth.* method|authentication method|client authentication must|client_secret must/.test(said),
      'auth-method-differs',
    ],
    [error instanceof errors.InvalidClientAuth && ctx.oidc.client !== undefined, 'secret-wrong'],
    [error instanceof errors.InvalidClient || error instanceof errors.InvalidClientAuth, 'unknown-client'],
    [
      /PKCE|code_challenge must|code_challenge_method/i.test(said) && error instanceof errors.InvalidRequest,
      'pkce-missing',
    ],
    [/PKCE|code_verifier/i.test(said), 'pkce-wrong'],
    [/refresh token|refresh_token/.test(said) && error instanceof errors.InvalidGrant, 'refresh-spent'],
    [ctx.oidc.route === 'device_authorization' || /device code/.test(said), 'device-code-over'],
    [error instanceof errors.InvalidGrant, 'code-spent'],
    [error instanceof errors.InvalidScope, 'scope-not-allowed'],
    [/grant_type|grant type/.test(said), 'grant-not-allowed'],
    [/response_type/.test(said), 'response-type-not-allowed'],
    [error instanceof errors.InvalidRequestObject || error instanceof errors.InvalidRequestUri, 'request-object-wrong'],
    [error instanceof errors.InvalidRequest, 'malformed'],
  ]
  return by.find(([holds]) => holds)?.[1] ?? 'other'
}

const expected = new Set([
  'authorization_pending',
  'slow_down',
  'login_required',
  'consent_required',
  'interaction_required',
])

interface Note {
  error?: Error
  code?: AttemptReason
  user?: string
  details?: Record<string, string>
}

export async function noteRefusal(
  at: AutocommitContext,
  ctx: KoaContextWithOIDC,
  { error, code, user, details }: Note,
): Promise<void> {
  if ((error && expected.has(error.message)) || currentRequest().trial) return
  const facts = factsOf(ctx)
  const clientId = ctx.oidc.client?.clientId ?? facts['client_id']
  const application = clientId === undefined ? undefined : await applicationOf(at, clientId).catch(() => undefined)
  const why = code ?? (error ? reasonOf(error, ctx) : 'other')
  const of =
    why === 'redirect-differs' ? 'redirect_uri' : why === 'post-logout-differs' ? 'post_logout_redirect_uri' : undefined
  const sent = of === undefined ? scopeRefused(error) : facts[of]
  await note(at, {
    application: application?.id ?? null,
    ok: false,
    step: ctx.oidc.route ?? 'unknown',
    facts,
    reason: { code: why, details: { ...details, ...(sent !== undefined && { asked: sent }) } },
    ...(user !== undefined && { user }),
  })
}

const scopeRefused = (error: Error | undefined) =>
  error instanceof errors.InvalidScope &&
  'scope' in error &&
  typeof error.scope === 'string' &&
  /^\S+$/.test(error.scope)
    ? error.scope
    : undefined

function claimsRefused() {
  const claims = currentRequest().claimsRefused ?? []
  const scopes = new Set(claims.flatMap(claim => scopeOfClaim(claim) ?? []))
  const [scope] = scopes
  if (claims.length === 0) return undefined
  const details = { claim: claims.join(', '), ...(scopes.size === 1 && scope !== undefined && { asked: scope }) }
  return { code: 'claim-not-allowed' as const, details }
}

export async function noteSuccess(
  at: AutocommitContext,
  ctx: KoaContextWithOIDC,
  user: string | undefined,
): Promise<void> {
  const application = ctx.oidc.client && (await applicationOf(at, ctx.oidc.client.clientId))
  if (!application || currentRequest().trial) return
  const step = ctx.oidc.route ?? 'unknown'
  await note(at, {
    application: application.id,
    ok: true,
    step,
    facts: factsOf(ctx),
    reason: step === 'authorization' || step === 'resume' ? claimsRefused() : undefined,
    ...(user !== undefined && { user }),
  })
}

const opening = new Set(['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'])

/**
 * A sign-in at an application, as parts of the admitting statement: counts for My Apps and billing, and is
 * logged.
 */
export async function openedIn(at: AutocommitContext, ctx: KoaContextWithOIDC): Promise<StatementParts> {
  const { client, account, params } = ctx.oidc
  const grant = params?.['grant_type']
  if (!client || !account || typeof grant !== 'string' || !opening.has(grant) || currentRequest().trial) return {}
  const application = await applicationOf(at, client.clientId)
  if (!application) return {}
  const { accountId: id } = account
  const ahead = (await currentRequest().ahead)?.person
  const person = ahead?.id === id ? ahead : await userById(readOnlyContext(at), id)
  const { AuthorizationCode: code, DeviceCode: device } = ctx.oidc.entities
  const behind = await signInBehind(at, id, code?.sessionUid ?? device?.sessionUid)
  const name = `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim()
  const line = lineOf(
    { workspace: at.workspace, actor: at.actor, clock: at.clock, request: requestNow() },
    {
      action: 'application.opened',
      ...(behind ? openerOf(behind) : { by: { id, name } }),
      object: { type: 'application', id: application.id, name: application.name },
    },
  )
  return { ...usesOf(at, application, id), line }
}

function requestNow(): RequestFacts {
  const { ip, userAgent, language, requestId } = currentRequest()
  return { id: requestId, ip, userAgent, language }
}

function inWorkspace<T>(at: AutocommitContext, work: (ctx: TransactionContext) => Promise<T>): Promise<T> {
  return transact(at, { actor: at.actor, request: requestNow(), workspace: at.workspace }, work)
}

const counted = new Map<string, { second: number; many: number }>()
const mostASecond = { ok: 3, refused: 20 }

function isTooMany(application: string, ok: boolean): boolean {
  const key = `${application} ${ok}`
  const second = Math.floor(Date.now() / 1000)
  const before = counted.get(key)
  const many = before?.second === second ? before.many + 1 : 1
  if (counted.size > 10_000) counted.clear()
  counted.set(key, { second, many })
  return many > (ok ? mostASecond.ok : mostASecond.refused)
}

async function note(
  at: AutocommitContext,
  attempt: Omit<Parameters<typeof noteAttempt>[1], 'protocol'>,
): Promise<void> {
  if (isTooMany(`${at.workspace} ${attempt.application ?? ''}`, attempt.ok)) return
  try {
    await inWorkspace(at, ctx => noteAttempt(ctx, { ...attempt, protocol: protocols.oidc }))
  } catch (error) {
    // A failure to record must not block sign-ins
    at.log.warn({ err: error }, 'a request of an application was not noted')
  }
}

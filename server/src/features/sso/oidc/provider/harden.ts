import { createHash } from 'node:crypto'
import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { isAway } from '#platform/db/pool/connection-lost.ts'
import { transact } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import { isPlainText } from '#http/text-gate.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { forgottenCookie, signOutBrowser } from '#features/access/sessions/sessions.browser.ts'
import { currentRequest } from '../request-facts.ts'
import { originFor, refuse, renderSigningOut } from '../oidc-pages.ts'
import { applicationOf } from './clients.ts'
import { noteRefusal, noteSuccess } from './recorder.ts'
import { authorizeInOneBatch } from './provider-batch.ts'

type Bare = Parameters<Parameters<Provider['use']>[0]>[0]
const oidcOf = (ctx: Bare) => (ctx as unknown as KoaContextWithOIDC).oidc as KoaContextWithOIDC['oidc'] | undefined

export type PublishedDocuments = Map<string, { readonly text: string; readonly etag: string }>

/**
 * Our additions to the provider: headers, ending our session, a client's previous secret, and records for
 * administrators.
 */
export function harden(
  provider: Provider,
  at: AutocommitContext,
  { published, givesIdTokens }: { published: PublishedDocuments; givesIdTokens: boolean },
): void {
  provider.use(authorizeInOneBatch(at, notWritten(at)))
  provider.use(keepPublished(published, givesIdTokens))
  provider.use(guardPages)
  provider.use(endSession(at))
  refuseBrokenForms(provider)
  knowWhoIsHere(provider)
  keepClients(provider, at)
  acceptFormerSecret(provider)
  tellSid(provider)
  // In the background: no response waits for it or fails with it
  const aside = (noted: Promise<void>) =>
    void noted.catch((error: unknown) => at.log.warn({ err: error }, 'a request of an application was not noted'))
  const refused = (ctx: KoaContextWithOIDC, error: Error) => aside(noteRefusal(at, ctx, { error }))
  for (const event of refusals) provider.on(event as 'authorization.error', refused)
  provider.on('server_error', (ctx, error) => {
    if (comesBack(error)) askAgain(ctx)
    else at.log.error({ err: error }, 'single sign-on failed')
  })
  provider.on('authorization.success', ctx => aside(noteSuccess(at, ctx, ctx.oidc.session?.accountId)))
  provider.on('grant.success', ctx => aside(noteSuccess(at, ctx, ctx.oidc.account?.accountId)))
}

/** The database is unreachable or overloaded: a temporary condition, not a fault. */
const comesBack = (error: unknown) => (error instanceof Problem && error.code === 'not-ready') || isAway(error, true)

/** RFC 6749 §4.1.2.1 terms; pages use their own text. */
function askAgain(ctx: KoaContextWithOIDC): void {
  ctx.status = 503
  ctx.set('retry-after', '2')
  if (ctx.type !== 'text/html') ctx.body = { error: 'temporarily_unavailable' }
}

const notWritten = (at: AutocommitContext) => (ctx: Bare, error: unknown) => {
  ctx.remove('location')
  refuse(ctx, { error: 'temporarily_unavailable' })
  ctx.status = comesBack(error) ? 503 : 500
  if (ctx.status === 503) ctx.set('retry-after', '2')
  else at.log.error({ err: error }, 'single sign-on failed')
}

const refusals = [
  'authorization.error',
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'end_session.error',
  'end_session_confirm.error',
  'device_authorization.error',
  'pushed_authorization_request.error',
  'code_verification.error',
]

function keepPublished(kept: PublishedDocuments, givesIdTokens: boolean): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    const { path, method } = ctx
    if (!/^\/(jwks|\.well-known\/openid-configuration)$/.test(path) || (method !== 'GET' && method !== 'HEAD'))
      return next()
    let one = kept.get(path)
    if (!one) {
      await next()
      if (ctx.status !== 200) return undefined
      const text = JSON.stringify(givesIdTokens ? ctx.body : withoutIdTokens(ctx.body as Metadata))
      one = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
      kept.set(path, one)
    }
    ctx.status = 200
    ctx.set({ etag: one.etag, 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = one.text
    if (ctx.fresh) ctx.status = 304
    return undefined
  }
}

interface Metadata {
  response_types_supported?: string[]
  grant_types_supported?: string[]
}

/** Only second factors get an ID token without a code, so that the others are not offered it. */
function withoutIdTokens(body: Metadata): Metadata {
  const { response_types_supported: types, grant_types_supported: grants } = body
  return {
    ...body,
    ...(types && { response_types_supported: types.filter(one => one !== 'id_token') }),
    ...(grants && { grant_types_supported: grants.filter(one => one !== 'implicit') }),
  }
}

const policy = "default-src 'none';script-src 'none';form-action 'self';frame-ancestors 'none';base-uri 'none'"

/** Provider pages run only their own scripts, by hash, and submit only to the registered address. */
const guardPages: Parameters<Provider['use']>[0] = async (ctx, next) => {
  ctx.set({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
  await next()
  const oidc = oidcOf(ctx)
  // The hash was appended to 'none', which would disable it
  const was = ctx.response.get('content-security-policy').replace("script-src 'none' ", 'script-src ')
  ctx.set('content-security-policy', was)
  // A logout address that is still present here is registered
  const signsOut = oidc?.route === 'end_session'
  const to = oidc?.params?.[signsOut ? 'post_logout_redirect_uri' : 'redirect_uri']
  const registered = signsOut ? ctx.status === 200 : oidc?.redirectUriCheckPerformed === true
  if (!registered || ctx.type !== 'text/html' || typeof to !== 'string' || !URL.canParse(to)) return
  ctx.set('content-security-policy', was.replace(/form-action [^;]*/, `form-action 'self' ${originFor(to)}`))
}

/** Signing out at an application's request ends our session too, and with it all applications' sessions. */
const endSession =
  (at: AutocommitContext): Parameters<Provider['use']>[0] =>
  async (ctx, next) => {
    await next()
    const oidc = oidcOf(ctx)
    const { here, ip, userAgent, language, requestId } = currentRequest()
    if (oidc?.route !== 'end_session_confirm' || !oidc.params?.['logout'] || !here || ctx.status >= 400) return
    const request = { id: requestId, ip, userAgent, language }
    await transact(at, { actor: at.actor, request, workspace: at.workspace }, inside =>
      signOutBrowser(inside, { id: here.user, name: here.name }, here.session),
    )
    ctx.append('set-cookie', forgottenCookie(at, at.workspace))
    await tellByFrames(at, ctx, oidc)
  }

/**
 * Front-channel logout (OpenID Connect Front-Channel Logout 1.0): our page loads a frame per application and
 * continues by itself.
 */
async function tellByFrames(
  at: AutocommitContext,
  ctx: Bare,
  { session, provider }: KoaContextWithOIDC['oidc'],
): Promise<void> {
  const on = ctx.response.get('location')
  const frames: string[] = []
  for (const [id, known] of Object.entries(session?.authorizations ?? {})) {
    const settings = (await applicationOf(at, id))?.settings
    if (!settings?.frontchannelLogoutUri) continue
    const url = new URL(settings.frontchannelLogoutUri)
    if (settings.frontchannelLogoutSessionRequired) {
      url.searchParams.set('iss', provider.issuer)
      url.searchParams.set('sid', known.sid ?? '')
    }
    frames.push(url.href)
  }
  if (frames.length === 0 || on === '') return
  ctx.status = 200
  ctx.remove('location')
  renderSigningOut(ctx, frames, on)
}

/** Refuses a form with NUL while parsing it, because such values can't be stored; the provider returns invalid_request. */
function refuseBrokenForms(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: object } }).OIDCContext
  const bodies = new WeakMap<object, unknown>()
  Object.defineProperty(prototype, 'body', {
    get(this: object) {
      return bodies.get(this)
    },
    set(this: object, body: Readonly<Record<string, unknown>>) {
      for (const value of Object.values(body).flat())
        if (typeof value === 'string' && !isPlainText(value)) throw new Error('a parameter holds NUL')
      bodies.set(this, body)
    },
  })
}

const devicePages = new Set(['code_verification', 'device_resume'])
const routeOf = (ctx: object) => (ctx as KoaContextWithOIDC).oidc.route

/**
 * Signs the browser's user in to the provider without its sign-in page: its session mirrors ours and follows
 * when the user authenticates again.
 */
function knowWhoIsHere(provider: Provider): void {
  const sessions = provider.Session as unknown as { get(ctx: object): Promise<ItsSession> }
  const get = sessions.get.bind(sessions)
  sessions.get = async ctx => {
    const session = await get(ctx)
    // Its pages for devices show their form again with a proof in the session, which must be kept for that
    if (session.new && devicePages.has(routeOf(ctx))) session.touched = true
    const { here } = currentRequest()
    if (!here || (session.accountId !== undefined && session.accountId !== here.user)) return session
    const loginTs = Math.floor(here.authTime.getTime() / 1000)
    if (session.accountId === undefined || session.loginTs !== loginTs) {
      session.loginAccount({ accountId: here.user, loginTs, acr: here.acr, amr: [...here.amr], transient: true })
      session.touched = true
    }
    return session
  }
}

interface ItsSession {
  new?: boolean
  accountId?: string
  loginTs?: number
  touched?: boolean
  loginAccount(details: object): void
}

/** Reuses client objects of unchanged applications. */
function keepClients(provider: Provider, at: AutocommitContext): void {
  const clients = provider.Client as { find(id: string): Promise<Client | undefined> }
  const find = clients.find.bind(clients)
  const kept = new WeakMap<object, Client>()
  clients.find = async id => {
    const isPossible = typeof id === 'string' && id !== '' && isPlainText(id)
    const application = isPossible ? await applicationOf(at, id) : undefined
    if (!application?.active) return undefined
    const known = kept.get(application)
    if (known) return known
    const made = await find(id)
    if (made) kept.set(application, made)
    return made
  }
}

/**
 * The previous client secret works for a day after a renewal, so both sides need not change at the same
 * moment.
 */
function acceptFormerSecret(provider: Provider): void {
  const { prototype } = provider.Client as unknown as { prototype: Compared }
  const compare = prototype.compareClientSecret
  prototype.compareClientSecret = function compareClientSecret(this: Compared, given: string) {
    if (compare.call(this, given)) return true
    const { formerSecret } = this
    return formerSecret !== undefined && sameBytes(Buffer.from(formerSecret), Buffer.from(given))
  }
}

function tellSid(provider: Provider): void {
  const { prototype } = provider.Client as unknown as { prototype: Compared }
  const before = prototype.includeSid
  prototype.includeSid = function includeSid(this: Compared) {
    return before.call(this) || this.frontchannelSid === true
  }
}

interface Compared {
  frontchannelSid?: boolean
  includeSid(): boolean
  formerSecret?: string
  compareClientSecret(given: string): boolean
}

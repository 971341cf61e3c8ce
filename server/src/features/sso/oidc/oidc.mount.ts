import type { RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOfHeader } from '#platform/languages.ts'
import { Problem, tooLarge } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { cookieIn } from '#http/cookies.ts'
import { replyProblem } from '#http/problem-reply.ts'
import { browserSessionIn } from '#features/access/sessions/sessions.browser.ts'
import { findUserOfBrowser } from '../browser-sessions/browser-sessions.ts'
import { type OidcRequestFacts, forRequest } from './request-facts.ts'
import { interact } from './interactions.ts'
import { prefetchForBearer, prefetchForBrowser } from './provider/provider-prefetch.ts'
import { sessionCookie } from './provider/configuration.ts'
import { chainShown, certificateShown } from '../client-certificates/client-certificates.presented.ts'
import { keepReady, providerAt, readyAt, type WorkspaceProvider } from './provider/providers.ts'

/** Browser endpoints that receive the session cookie. */
const ofBrowsers = /^\/(authorize|interaction|device|logout)(\/|\?|$)/
const published = /^\/(\.well-known\/openid-configuration|jwks)(\?|$)/

type Request = FastifyRequest<{ Params: { workspace: string } }>

export function mountOidc(app: FastifyInstance, world: AppContext, limits: Limits): void {
  void app.register((scope, _options, done) => {
    // The provider reads bodies itself
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Problem) || error.code !== 'unreadable-text') return replyProblem(error, request, reply)
      const { status, message } = error
      void reply.code(status).header('cache-control', 'no-store')
      // In the words of RFC 6749 §5.2, which applications understand
      return reply.send({ error: 'invalid_request', error_description: message })
    })
    scope.route<{ Params: { workspace: string } }>({
      method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      url: '/oidc/:workspace/*',
      handler: (request, reply) => serveOidc(world, limits, request, reply),
    })
    done()
  })
}

async function serveOidc(
  world: AppContext,
  limits: Limits,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const prefix = `/oidc/${request.params.workspace}`
  const url = request.raw.url ?? ''
  const rest = url.slice(prefix.length)
  if (!published.test(rest)) await limits(limitFor(request.method, rest), request)
  // Any other spelling would be another issuer
  const served = url.startsWith(`${prefix}/`) ? await providerAt(world, request.params.workspace) : undefined
  if (!served) throw new Problem('not-found')
  // A cross-site POST carries no SameSite cookie, so it continues as a same-site GET
  const entered = request.method === 'POST' ? /^(\/(?:authorize|logout))(?:\?(.*))?$/.exec(rest) : null
  if (entered) {
    const [, path = '', query = ''] = entered
    const asked = [query, await formIn(request)].filter(part => part !== '').join('&')
    return reply.header('cache-control', 'no-store').redirect(`${prefix}${path}?${asked}`, 303)
  }
  const ready = published.test(rest) ? served.published.get(rest.split('?')[0] ?? '') : undefined
  if (ready && (request.method === 'GET' || request.method === 'HEAD')) {
    keepReady(world, url, served, ready)
    return publish(request, reply, ready)
  }
  const asked = await askedOf(world, served, request, rest)
  return forRequest(asked, () =>
    rest.startsWith('/interaction/') ? answerStep(served, request, reply) : hand(world, served, request, reply, rest),
  )
}

function publish(request: Request, reply: FastifyReply, { text, etag }: { text: string; etag: string }): FastifyReply {
  void reply.headers({ etag, ...publicly })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

const publicly = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' } as const

/**
 * Serves published keys and metadata before any other cost of a request: the same bytes for all callers,
 * selected by path only. Continues normally if the document isn't ready, or while the server stops, when
 * connections close after their response.
 */
export function publishedFirst(world: AppContext, goOn: RequestListener, leaves: () => boolean): RequestListener {
  return (request, response) => {
    const { url = '', method } = request
    const ready = url.startsWith('/oidc/') && method === 'GET' && !leaves() ? readyAt(world, url) : undefined
    if (!ready) return goOn(request, response)
    const { etag, body } = ready
    const same = request.headers['if-none-match'] === etag
    response.writeHead(same ? 304 : 200, {
      ...publicly,
      etag,
      'x-content-type-options': 'nosniff',
      ...(!same && { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }),
    })
    response.end(same ? undefined : body)
  }
}

function limitFor(method: string, rest: string) {
  if (method === 'POST' && /^\/device(\?|$)/.test(rest)) return 'code'
  return ofBrowsers.test(rest) ? 'sign-in' : 'applications'
}

async function askedOf(
  world: AppContext,
  { at, workspace }: WorkspaceProvider,
  request: Request,
  rest: string,
): Promise<OidcRequestFacts> {
  const { cookie, authorization } = request.headers
  const asked = {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: languageOfHeader(request.headers['accept-language']),
    requestId: request.id,
    certificate: certificateShown(world, request.raw),
    chain: chainShown(world, request.raw),
    applications: new Map(),
  }
  if (request.method === 'GET' && rest.startsWith('/authorize?')) {
    const [session, name] = [browserSessionIn(world, workspace.id, cookie), cookieIn(cookie, sessionCookie)]
    const clientId = new URLSearchParams(rest.slice(rest.indexOf('?'))).get('client_id')
    const ahead = await prefetchForBrowser(at, { session, name, clientId })
    return { ...asked, here: ahead.here, ahead: Promise.resolve(ahead) }
  }
  const bearer = rest === '/userinfo' ? /^(?:Bearer|DPoP) +([^ ]+)$/i.exec(authorization ?? '')?.[1] : undefined
  if (bearer !== undefined) {
    const ahead = prefetchForBearer(at, bearer)
    ahead.catch(() => undefined)
    return { ...asked, here: undefined, ahead }
  }
  return { ...asked, here: ofBrowsers.test(rest) ? await findUserOfBrowser(world, workspace.id, cookie) : undefined }
}

const origins = new WeakMap<AppContext['config'], URL>()
function originOf({ config }: AppContext): URL {
  const known = origins.get(config) ?? new URL(config.publicUrl)
  origins.set(config, known)
  return known
}

/**
 * Passes the request to the provider as if mounted at the root; only trusted information about its origin is
 * kept.
 */
async function hand(
  world: AppContext,
  { respond }: WorkspaceProvider,
  request: Request,
  reply: FastifyReply,
  rest: string,
) {
  const raw: Request['raw'] & { originalUrl?: string } = request.raw
  const { protocol, host } = originOf(world)
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-for'] = request.ip
  // A bodyless form without a length is also valid
  if (raw.method === 'POST' && raw.headers['transfer-encoding'] === undefined) raw.headers['content-length'] ??= '0'
  raw.originalUrl = raw.url ?? ''
  raw.url = rest
  reply.hijack()
  await respond(raw, reply.raw)
  return reply
}

async function answerStep(served: WorkspaceProvider, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const decision = request.method === 'POST' ? await decisionIn(request) : undefined
  const step = await interact(served, [request.raw, reply.raw], decision)
  if ('page' in step) return reply.code(step.status).headers(step.page.headers).send(step.page.html)
  if (step.cookie !== undefined) void reply.header('set-cookie', step.cookie)
  return reply.header('cache-control', 'no-store').redirect(step.go, 303)
}

/** The user's choice. The interaction cookie is SameSite=Lax, so no other site can submit this. */
async function decisionIn(request: Request): Promise<string> {
  // Our pages have no referrer, so their forms send no Origin
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin') throw new Problem('not-permitted')
  return new URLSearchParams(await formIn(request)).get('decision') ?? 'no'
}

const largestForm = 8 * 1024

async function formIn(request: Request): Promise<string> {
  let text = ''
  for await (const part of request.raw) {
    text += String(part)
    if (text.length > largestForm) throw tooLarge(largestForm)
  }
  return new URLSearchParams(text).toString()
}

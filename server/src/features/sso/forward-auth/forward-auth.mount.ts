import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { msg, sayIn } from '#platform/languages.ts'
import type { AppContext } from '#platform/app-context.ts'
import { writeCookie } from '#http/cookies.ts'
import type { Limits } from '#http/limits/limits.ts'
import { type OtherSignIn, refusalPage, writePage } from '../browser-sessions/browser-sessions.page.ts'
import type { Admission } from '../admission/admission.ts'
import { check, type ForwardAuthResult } from './forward-auth-check.ts'
import { enter } from './forward-auth-entry.ts'
import {
  addressAt,
  type GateContext,
  browserCookie,
  browserIn,
  gateOf,
  type GateParams,
  passCookie,
  passOfRequest,
  pathOf,
} from './forward-auth-gate.ts'
import { hashOfBrowser, isBrowser, markFor, newBrowser, readMark } from './browser-marks.ts'
import { deletePass, consumePass } from './passes.store.ts'

type Request = FastifyRequest<{ Params: GateParams; Querystring: Record<string, string | string[] | undefined> }>
type Step = (at: GateContext, request: Request, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Endpoints for reverse proxies, and the browser's path: from `/.claviger/start` at the application's host
 * through `enter` at ours to `/.claviger/callback` there. The proxy forwards `/.claviger/` to us.
 */
export function mountForwardAuth(app: FastifyInstance, world: AppContext, limits: Limits): void {
  const at = (step: Step) => async (request: Request, reply: FastifyReply) => {
    const gate = gateOf(world, request)
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return gate
      ? step(gate, request, reply)
      : refuse(reply, { language: 'en' }, 404, msg("This application isn't registered here"))
  }
  const base = '/forward-auth/:workspace/:application'
  const own = { exposeHeadRoute: false }
  // Called for each request of an application, from its proxy's address, so a rate limit would let one user
  // block others. A request without our cookie needs no database query
  app.get(`${base}/check`, own, at(checked(asPage)))
  app.get(`${base}/verify`, own, at(checked(asStatus)))
  app.get(`${base}/start`, own, at(start))
  app.get(`${base}/callback`, own, at(callback))
  app.get(`${base}/sign-out`, own, at(signOut))
  app.get(
    `${base}/enter`,
    own,
    at(async (gate, request, reply) => {
      await limits('sign-in', request)
      return entered(gate, request, reply)
    }),
  )
}

const checked =
  (
    otherwise: (
      gate: GateContext,
      found: Exclude<ForwardAuthResult, { is: 'through' }>,
      request: Request,
      reply: FastifyReply,
    ) => FastifyReply,
  ): Step =>
  async (gate, request, reply) => {
    const found = await check(gate)
    return found.is === 'through'
      ? reply.code(200).headers(found.headers).send('')
      : otherwise(gate, found, request, reply)
  }

function asPage(
  gate: GateContext,
  found: Exclude<ForwardAuthResult, { is: 'through' }>,
  request: Request,
  reply: FastifyReply,
) {
  if (found.is === 'refused') return notAdmitted(reply, gate, found.admission)
  const mode = request.headers['sec-fetch-mode']
  const isPage = mode === undefined ? (request.headers.accept ?? '').includes('text/html') : mode === 'navigate'
  const method = request.headers['x-forwarded-method'] ?? 'GET'
  if (!isPage || method !== 'GET') return reply.code(401).send('')
  return reply.redirect(addressAt(gate, gate.host, `/.claviger/start?to=${encodeURIComponent(gate.wants)}`), 302)
}

/** For nginx, which understands only 200, 401, and 403. */
const asStatus = (
  _gate: GateContext,
  found: Exclude<ForwardAuthResult, { is: 'through' }>,
  _request: Request,
  reply: FastifyReply,
) => reply.code(found.is === 'refused' ? 403 : 401).send('')

const start: Step = async (gate, request, reply) => {
  const known = browserIn(gate)
  const browser = isBrowser(known) ? known : newBrowser()
  // nginx appends the URI unencoded, with its own question mark
  const asked = request.url.split('?to=').slice(1).join('?to=')
  const path = pathOf(asked.startsWith('%2F') ? decoded(asked) : asked)
  const query = new URLSearchParams({
    host: gate.host,
    browser: hashOfBrowser(browser).toString('base64url'),
    to: path,
  })
  const { publicUrl } = gate.world.config
  const cookie = { name: browserCookie, value: browser, path: '/.claviger/', sameSite: 'Lax' } as const
  return reply
    .header('set-cookie', writeCookie(publicUrl, cookie))
    .redirect(
      `${publicUrl.replace(/\/$/, '')}/forward-auth/${gate.workspace}/${gate.application}/enter?${query.toString()}`,
      302,
    )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '/'
  }
}

/** A parameter; empty if it was sent several times, because the intended one is unknown. */
const onlyOne = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

const entered: Step = async (gate, { query }, reply) => {
  const [host, browser, to] = [onlyOne(query['host']), onlyOne(query['browser']), onlyOne(query['to'])]
  if (!/^[\w-]{43}$/.test(browser) || host.length > 260)
    return refuse(reply, gate, 400, msg("The application sent a request that can't be processed"))
  const found = await enter(gate, { host: host.toLowerCase(), browser, path: pathOf(to) })
  if (found.is === 'refused')
    return found.admission
      ? notAdmitted(reply, gate, found.admission, found.other)
      : refuse(reply, gate, 400, msg("The application sent a request that can't be processed"))
  if (found.cookie !== undefined) void reply.header('set-cookie', found.cookie)
  return reply.redirect(found.to, 303)
}

/** Back at the application's host: exchanges the code for a cookie, once, in the same browser. */
const callback: Step = async (gate, { query }, reply) => {
  const id = readMark(gate.world, 'code', onlyOne(query['code']))
  const browser = browserIn(gate)
  const late = msg('This sign-in expired or was already used. Open the application again')
  if (id === undefined || !isBrowser(browser)) return refuse(reply, gate, 400, late)
  const { application, host } = gate
  const pass = await gate.transact(ctx =>
    consumePass(ctx.db, { id, application, host, browser: hashOfBrowser(browser) }, ctx.clock.now()),
  )
  if (!pass) return refuse(reply, gate, 400, late)
  const { publicUrl } = gate.world.config
  const cookie = {
    name: passCookie(gate.world),
    value: markFor(gate.world, 'cookie', id),
    path: '/',
    sameSite: 'Lax',
  } as const
  return reply
    .header('set-cookie', writeCookie(publicUrl, cookie))
    .redirect(addressAt(gate, host, pathOf(pass.path)), 303)
}

const signOut: Step = async (gate, _request, reply) => {
  const id = readMark(gate.world, 'cookie', passOfRequest(gate))
  if (id !== undefined) await gate.transact(ctx => deletePass(ctx.db, id))
  const say = sayIn(gate.language)
  const page = writePage({ language: gate.language, title: say("You're signed out here"), lines: [] })
  const over = { name: passCookie(gate.world), value: '', path: '/', days: 0, sameSite: 'Lax' } as const
  return reply
    .code(200)
    .headers(page.headers)
    .header('set-cookie', writeCookie(gate.world.config.publicUrl, over))
    .send(page.html)
}

const words: Partial<Record<NonNullable<Admission['reason']>, string>> = {
  'not-assigned': msg("You don't have access to this application. Ask your administrator"),
  policy: msg("Your workspace's policy doesn't allow this sign-in"),
}

function notAdmitted(
  reply: FastifyReply,
  { language }: Pick<GateContext, 'language'>,
  { reason, says, reference }: Admission,
  other?: OtherSignIn,
) {
  const why = words[reason ?? 'policy'] ?? msg("Your account can't be used at the moment")
  const page = refusalPage(language, say => say(says ?? why), reference, other)
  return reply.code(403).headers(page.headers).send(page.html)
}

function refuse(
  reply: FastifyReply,
  { language }: Pick<GateContext, 'language'>,
  status: number,
  why: string,
): FastifyReply {
  const page = refusalPage(language, say => say(why), undefined)
  return reply.code(status).headers(page.headers).send(page.html)
}

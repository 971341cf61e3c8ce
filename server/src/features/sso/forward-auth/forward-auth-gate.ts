import type { Language } from '@claviger/contract/platform/languages'
import type { FastifyRequest } from 'fastify'
import { languageOfHeader } from '#platform/languages.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AutocommitContext, TransactionContext, AppContext } from '#platform/app-context.ts'
import { cookieIn, hostCookie } from '#http/cookies.ts'
import { backgroundContext } from '../browser-sessions/browser-sessions.ts'

export interface GateContext {
  readonly world: AppContext
  readonly workspace: string
  readonly application: string
  readonly host: string
  readonly wants: string
  readonly cookies: string | undefined
  readonly ip: string
  readonly language: Language
  readonly apart: AutocommitContext
  readonly transact: <T>(work: (ctx: TransactionContext) => Promise<T>) => Promise<T>
}

export interface GateParams {
  workspace: string
  application: string
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const headerIn = (request: FastifyRequest, name: string): string => [request.headers[name]].flat()[0]?.trim() ?? ''

/** Proxies append their host to a list; some write the usual port, which browsers leave out. */
function hostIn(request: FastifyRequest, publicUrl: string): string {
  const [host = ''] = headerIn(request, 'x-forwarded-host').split(',')
  return withoutUsualPort(host.trim().toLowerCase(), publicUrl).slice(0, 260)
}

export const withoutUsualPort = (host: string, publicUrl: string): string =>
  host.replace(publicUrl.startsWith('https:') ? /:443$/ : /:80$/, '')

export function gateOf(world: AppContext, request: FastifyRequest<{ Params: GateParams }>): GateContext | undefined {
  const { workspace, application } = request.params
  if (!isId.test(workspace) || !isId.test(application)) return undefined
  const apart = backgroundContext(world, workspace, request.ip, request.headers['user-agent'] ?? '')
  return {
    world,
    workspace,
    application,
    host: hostIn(request, world.config.publicUrl),
    // Not a list: a comma is part of the address
    wants: pathOf(headerIn(request, 'x-forwarded-uri')),
    cookies: request.headers.cookie,
    ip: request.ip,
    language: languageOfHeader(request.headers['accept-language']),
    apart,
    transact: work => transact(world, { actor: apart.actor, request: apart.request, workspace }, work),
  }
}

/** A path within the host that no browser can mistake for another host. */
export const pathOf = (text: string): string =>
  /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && text.length <= 2000 && !text.startsWith('/.claviger/') ? text : '/'

/** Cookies at the application's host, which is as secure as ours. */
export const passCookie = ({ config }: Pick<AppContext, 'config'>) => hostCookie(config.publicUrl, 'claviger-pass')
export const browserCookie = 'claviger-browser'

export const passOfRequest = ({ world, cookies }: GateContext): string | undefined =>
  cookieIn(cookies, passCookie(world))
export const browserIn = ({ cookies }: GateContext): string | undefined => cookieIn(cookies, browserCookie)

export const addressAt = ({ world }: Pick<GateContext, 'world'>, host: string, path: string): string =>
  `${new URL(world.config.publicUrl).protocol}//${host}${path}`

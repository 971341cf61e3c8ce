import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LimitName } from '@claviger/contract/platform/endpoint'
import { tooLarge } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { refusalPage } from '../browser-sessions/browser-sessions.page.ts'
import { answerSamlMessage, resumeSamlSignIn, launch, metadata } from './saml-endpoints.ts'
import { continueLogout } from './single-logout.ts'
import { messageInForm, messageInQuery } from '../saml-documents/saml-documents.query.ts'
import { type BrowserContext, browserPlaceOf } from './browser-place.ts'
import { noteRefusedSaml, refusedBy } from './saml-refusals.ts'
import { refusal, type BrowserResponse } from './browser-response.ts'

interface Asks {
  Params: { workspace: string; id: string }
}
type Request = FastifyRequest<Asks>
type Step = (place: BrowserContext, request: Request) => Promise<BrowserResponse>

/** Limit of base64 input, already URL-encoded. */
const largestForm = 256 * 1024

export function samlPages(app: FastifyInstance, world: AppContext, limits: Limits): void {
  void app.register((pages, _options, done) => {
    pages.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: largestForm } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, parsed) =>
      parsed(null, body),
    )
    // An oversized body is not read to its end: the connection closes with the response
    pages.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 413) void reply.header('connection', 'close')
    })
    const at = (step: string, work: Step) => handler(world, step, work)
    const onRequest = guard(limits, 'sign-in')
    const own = { exposeHeadRoute: false, onRequest }
    const published = { exposeHeadRoute: false, onRequest: guard(limits, 'lookup') }
    pages.get<Asks>('/saml/:workspace/metadata', published, at('metadata', metadata))
    pages.get<Asks>('/saml/:workspace/sso', own, at('sso', byQuery))
    pages.post<Asks>('/saml/:workspace/sso', { onRequest }, at('sso', byForm))
    pages.get<Asks>('/saml/:workspace/slo', own, at('slo', byQuery))
    pages.post<Asks>('/saml/:workspace/slo', { onRequest }, at('slo', byForm))
    pages.get<Asks>(
      '/saml/:workspace/continue/:id',
      own,
      at('sso', (place, { params }) => resumeSamlSignIn(place, params.id)),
    )
    pages.get<Asks>(
      '/saml/:workspace/launch/:id',
      own,
      at('launch', (place, { params }) => launch(place, params.id)),
    )
    pages.get<Asks>(
      '/saml/:workspace/leave/:id',
      own,
      at('slo', (place, { params }) => continueLogout(place, params.id)),
    )
    done()
  })
}

const byQuery: Step = (place, request) => answerSamlMessage(place, messageInQuery(request.url.split('?')[1] ?? ''))
const byForm: Step = (place, request) =>
  answerSamlMessage(place, messageInForm(typeof request.body === 'string' ? request.body : ''))

/** Checks rate limit and size before reading any of the body. */
const guard = (limits: Limits, name: LimitName) => async (request: FastifyRequest) => {
  await limits(name, request)
  if (Number(request.headers['content-length'] ?? 0) > largestForm) throw tooLarge(largestForm)
}

const handler =
  (world: AppContext, step: string, work: Step) =>
  async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
    const place = await browserPlaceOf(world, request.params.workspace.toLowerCase(), request)
    if (!place) return nowhere(reply)
    try {
      return send(reply, await work(place, request))
    } catch (error) {
      const refused = refusedBy(error, undefined)
      if (!refused) throw error
      await noteRefusedSaml(world, place.from, step, refused)
      return send(reply, refusal(place.language, refused))
    }
  }

function send(reply: FastifyReply, sent: BrowserResponse): FastifyReply {
  if (!('to' in sent)) return reply.code(sent.status).headers(sent.headers).send(sent.html)
  if (sent.cookie !== undefined) void reply.header('set-cookie', sent.cookie)
  return reply.header('cache-control', 'no-store').redirect(sent.to, 303)
}

function nowhere(reply: FastifyReply): FastifyReply {
  const { headers, html } = refusalPage('en', say => say("This application isn't registered here"), undefined)
  return reply.code(404).headers(headers).send(html)
}

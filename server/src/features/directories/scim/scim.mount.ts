import { problems } from '@claviger/contract/platform/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  errorOf,
  largestBody,
  refuse,
  type ScimAnswer,
  ScimRefusal,
  type ScimRequest,
  type RequestRecord,
} from '../scim-documents/scim-documents.ts'
import { isAway, notReady } from '#platform/db/pool/connection-lost.ts'
import { Problem } from '#platform/problem.ts'
import type { RequestFacts, AppContext } from '#platform/app-context.ts'
import { queueDeadlineOf } from '#http/load-shedding/load-shedder.ts'
import type { Limits } from '#http/limits/limits.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'
import { isSimpleJson } from '#platform/parsing/simple-json.ts'
import { mustBeShallow } from '#http/text-gate.ts'
import { tokenRefusal } from './protocol/admit.ts'
import { serveScim } from './protocol/scim-server.ts'
import { claimIn } from './protocol/scim-token.ts'
import { recorderOf } from './recorder/recorder.ts'

const prefix = '/api/scim/v2'

/** SCIM 2.0 server (RFC 7643, 7644) for directories that provision users and groups to us. */
export function mountScim(app: FastifyInstance, world: AppContext, limits: Limits): void {
  app.addHook('onClose', () => recorderOf(world).end())
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.setErrorHandler((error, request, reply) => send(reply, answerTo(error, request)))
    for (const url of [prefix, `${prefix}/*`])
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => handle(world, limits, request, reply),
      })
    done()
  })
}

async function handle(
  world: AppContext,
  limits: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const began = performance.now()
  const { ip } = request
  const claim = claimIn(world, request.headers.authorization)
  if (!claim) {
    await limits('strangers', request)
    throw tokenRefusal()
  }
  const facts: RequestFacts = { id: request.id, ip, userAgent: request.headers['user-agent'] ?? '' }
  const told: RequestRecord = { did: 'refused' }
  const { url } = request.raw
  const asked = requestIn(request)
  const served = await serveScim(world, claim, asked, facts, told, queueDeadlineOf(request.raw)).catch(
    async (error: unknown) => {
      if (error instanceof ScimRefusal && error.status === 401) await limits('strangers', request)
      throw error
    },
  )
  const text = served.answer.body && JSON.stringify(served.answer.body)
  recorderOf(world).keep({
    workspace: claim.workspace,
    connection: served.entered.connection_id,
    at: world.clock.now(),
    method: request.method,
    url: url ?? '',
    status: served.answer.status,
    took: performance.now() - began,
    request: asked.body,
    answer: text,
    told,
    ip,
  })
  return send(reply, served.answer, text)
}

function requestIn(request: FastifyRequest): ScimRequest {
  const raw = request.raw.url ?? ''
  const [place = ''] = raw.slice(prefix.length).split('?', 1)
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [spelled(name), textOf(value)]),
  )
  return {
    method: request.method,
    path: place
      .split('/')
      .filter(part => part !== '')
      .map(decoded),
    query,
    body: bodyIn(request),
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
  }
}

const parameters = [
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
  'cursor',
  'attributes',
  'excludedAttributes',
]
const spelled = (name: string) => parameters.find(one => one.toLowerCase() === name.toLowerCase()) ?? name

const textOf = (value: unknown): string | undefined => (Array.isArray(value) ? value.join(',') : String(value))

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ScimRefusal(404, 'There is nothing at this address')
  }
}

function bodyIn(request: FastifyRequest): unknown {
  const { body } = request
  if (typeof body !== 'string' || body === '') return undefined
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/scim+json' && type !== 'application/json' && request.method !== 'DELETE')
    throw new ScimRefusal(415, 'Send the body as application/scim+json')
  if (!isSimpleJson(body))
    throw new ScimRefusal(
      413,
      `The body has more than ${parserLimits.jsonParts} values or ${parserLimits.jsonNames} names`,
    )
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw refuse('invalidSyntax', 'The body is no JSON')
  }
  mustBeShallow(value)
  return value
}

/** Converts any error to a SCIM response; an unavailable database must never look like "not found". */
function answerTo(error: unknown, request: FastifyRequest): ScimAnswer {
  if (error instanceof ScimRefusal) {
    const { status, message, scimType, after } = error
    return { status, body: errorOf(status, message, scimType), ...(after !== undefined && { after }) }
  }
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return { status: 413, body: errorOf(413, `A request has at most ${largestBody} bytes`) }
  const known = error instanceof Problem ? error : isAway(error, false) ? notReady(error) : undefined
  if (known) {
    const code = problems[known.code].status === 422 ? 400 : problems[known.code].status
    const after = known.after ?? (code === 503 ? 2 : code === 429 ? 60 : undefined)
    return {
      status: code,
      body: errorOf(code, known.message, code === 400 ? 'invalidValue' : undefined),
      ...(after !== undefined && { after }),
    }
  }
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, body: errorOf(status, "The request can't be read", 'invalidSyntax') }
  request.log.error({ err: error }, 'a request failed')
  return { status: 500, body: errorOf(500, 'Something went wrong on our side') }
}

function send(
  reply: FastifyReply,
  answer: ScimAnswer,
  text = answer.body && JSON.stringify(answer.body),
): FastifyReply {
  if (answer.etag !== undefined) void reply.header('etag', answer.etag)
  if (answer.location !== undefined) void reply.header('location', answer.location)
  if (answer.after !== undefined) void reply.header('retry-after', String(answer.after))
  if (answer.status === 401) void reply.header('www-authenticate', 'Bearer realm="SCIM"')
  void reply.code(answer.status).header('cache-control', 'no-store')
  return text === undefined ? reply.send() : reply.type('application/scim+json; charset=utf-8').send(text)
}

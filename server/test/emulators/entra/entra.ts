// Emulates the parts of Entra ID and Microsoft Graph that we use, following the published reference and strict
// about input. Each group of calls is one file with a mount function; its sources are at the top.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import fastify from 'fastify'
import { batch } from './batch.ts'
import { consent } from './consent.ts'
import { EntraDirectory } from './directory.ts'
import { groups } from './groups.ts'
import { pageSizeOf } from './odata.ts'
import { EmulatorAnswer, type EntraEmulator, type Mount, type EntraRouteDeclarer } from './mounting.ts'
import { badRequest, GraphRefusal } from './refusal.ts'
import { Rounds } from './rounds.ts'
import { rolesOf, tokenEndpoint } from './tokens.ts'
import { users } from './users.ts'

export async function entraEmulator({
  tenant = '5f0c8f6e-8a51-4c2f-9d0e-0f8f4a6c1b2d',
  port = 0,
  more = [],
}: { tenant?: string; port?: number; more?: readonly Mount[] } = {}): Promise<EntraEmulator> {
  const app = fastify({ bodyLimit: 4 * 1024 * 1024, routerOptions: { maxParamLength: 5000 } })
  let address = ''
  let generation = 0
  let calls = 0
  const emulator: EntraEmulator = {
    get address() {
      return address
    },
    tenant,
    app,
    clients: new Map(),
    directory: new EntraDirectory(),
    rounds: new Rounds(),
    wrongly: {},
    asked: [],
    key: Buffer.from(randomUUID()),
    endTokens: () => void generation++,
    generation: () => generation,
    page(path, query, rows) {
      const top = Math.min(pageSizeOf(query), emulator.wrongly.pageSize ?? 999)
      const from = Number(query['$skiptoken'] ?? 0)
      if (!Number.isSafeInteger(from)) throw badRequest('Skip token is null or invalid.')
      const rest = new URLSearchParams({ ...query, $skiptoken: String(from + top) })
      return {
        '@odata.context': `${address}/v1.0/$metadata`,
        ...('$count' in query && { '@odata.count': rows.length }),
        ...(from + top < rows.length && { '@odata.nextLink': `${address}${path}?${rest.toString()}` }),
        value: rows.slice(from, from + top),
      }
    },
    close: () => app.close(),
  }
  const on: EntraRouteDeclarer = (method, path, needs, answers) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const inBatch = request.headers['x-in-batch'] === emulator.key.toString()
        emulator.asked.push(`${method} ${request.url.split('?')[0] ?? ''}`)
        calls++
        const { throttleEvery, retryAfter = 1, status, cutEvery } = emulator.wrongly
        if (status !== undefined) throw new GraphRefusal(status, 'serviceNotAvailable', 'Service unavailable.')
        if (throttleEvery !== undefined && calls % throttleEvery === 0)
          throw new GraphRefusal(429, 'TooManyRequests', 'Too many requests.', { 'retry-after': String(retryAfter) })
        const roles = await rolesOf(emulator, request.headers.authorization)
        if (needs.any.length > 0 && !needs.any.some(one => roles.has(one)))
          throw new GraphRefusal(
            403,
            'Authorization_RequestDenied',
            'Insufficient privileges to complete the operation.',
          )
        const answer = await answers({
          params: request.params as Record<string, string>,
          query: request.query as Record<string, string>,
          headers: request.headers,
          body: request.body,
          roles,
        })
        const { status: code, body } = answer instanceof EmulatorAnswer ? answer : new EmulatorAnswer(200, answer)
        const linked = relink(body, emulator.wrongly.nextLink)
        if (cutEvery !== undefined && !inBatch && calls % cutEvery === 0) return cut(reply.raw, linked)
        return reply.code(code).send(linked)
      },
    })
  app.setErrorHandler((error, _request, reply) => {
    const said = error instanceof GraphRefusal ? error : undefined
    const status = said?.status ?? (error as { statusCode?: number }).statusCode ?? 500
    const code = said?.code ?? (status < 500 ? 'BadRequest' : 'generalException')
    const innerError = { date: new Date().toISOString(), 'request-id': randomUUID() }
    void reply
      .code(status)
      .headers(said?.headers ?? {})
      .send({ error: { code, message: (error as Error).message, innerError } })
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(400)
      .send({ error: { code: 'BadRequest', message: `Resource not found for the segment '${request.url}'.` } }),
  )
  tokenEndpoint(emulator)
  consent(emulator)
  batch(on, emulator)
  for (const mount of [users, groups, ...more]) mount(on, emulator)
  await app.listen({ port, host: '127.0.0.1' })
  const at = app.server.address()
  address = `http://127.0.0.1:${String(typeof at === 'object' && at ? at.port : port)}`
  return emulator
}

function relink(body: unknown, change?: (link: string) => string): unknown {
  const link = (body as { '@odata.nextLink'?: string } | undefined)?.['@odata.nextLink']
  return change && link !== undefined ? { ...(body as object), '@odata.nextLink': change(link) } : body
}

/** Half of a response with a Content-Length for the whole. */
function cut(raw: ServerResponse, body: unknown) {
  const text = JSON.stringify(body ?? {})
  raw.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  raw.write(text.slice(0, text.length / 2), () => raw.destroy())
}

// Emulates the parts of Okta's management API that we use, following developer.okta.com
// (reference/core-okta-api, openapi/okta-management) and strict about input. Each group of calls is one file
// with a mount function.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import fastify from 'fastify'
import { OktaDirectory } from './directory.ts'
import { groups } from './groups.ts'
import { OktaReply, type OktaEmulator, type OktaMount, type OktaRouteDeclarer, OktaPage } from './mounting.ts'
import { errors, OktaRefusal } from './refusal.ts'
import { scopesOf, tokenEndpoint } from './tokens.ts'
import { users } from './users.ts'

export async function oktaEmulator({
  port = 0,
  more = [],
}: { port?: number; more?: readonly OktaMount[] } = {}): Promise<OktaEmulator> {
  const app = fastify({ bodyLimit: 1024 * 1024, routerOptions: { maxParamLength: 500 } })
  let address = ''
  let calls = 0
  const emulator: OktaEmulator = {
    get address() {
      return address
    },
    app,
    directory: new OktaDirectory(),
    tokens: new Map(),
    clients: new Map(),
    wrongly: {},
    asked: [],
    key: randomBytes(32),
    page(path, query, rows, usual) {
      const said = query['limit'] ?? String(usual)
      const limit = Number(said)
      if (!/^\d+$/.test(said) || limit < 1 || limit > usual)
        throw new OktaRefusal(...errors.invalid, `limit: The limit must be between 1 and ${String(usual)}.`)
      const size = Math.min(limit, emulator.wrongly.pageSize ?? limit)
      const after = query['after']
      const from = after === undefined ? 0 : rows.findIndex(one => one.id > after)
      const some = from < 0 ? [] : rows.slice(from, from + size)
      const last = some.at(-1)?.id
      const self = `${address}${path}?${new URLSearchParams(query).toString()}`
      const on = new URLSearchParams({ ...query, after: last ?? '', limit: String(limit) })
      return new OktaPage(
        some,
        self,
        from >= 0 && from + size < rows.length ? `${address}${path}?${on.toString()}` : undefined,
      )
    },
    close: () => app.close(),
  }
  const on: OktaRouteDeclarer = (method, path, scope, answers) =>
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        emulator.asked.push(`${method} ${request.url.split('?')[0] ?? ''}`)
        calls++
        const { throttleEvery, resetIn = 1, status, remaining = 599, nextLink, cutEvery } = emulator.wrongly
        void reply.headers({
          'x-rate-limit-limit': '600',
          'x-rate-limit-remaining': String(remaining),
          'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + resetIn),
        })
        if (status !== undefined) throw new OktaRefusal(status, 'E0000009', 'Internal Server Error')
        if (throttleEvery !== undefined && calls % throttleEvery === 0) {
          void reply.header('x-rate-limit-remaining', '0')
          throw new OktaRefusal(...errors.tooMany)
        }
        const scopes = await scopesOf(emulator, request.headers.authorization)
        if (!scopes.has(scope) && !scopes.has(scope.replace(/\.read$/, '.manage')))
          throw new OktaRefusal(...errors.denied)
        const answer = await answers({
          params: request.params as Record<string, string>,
          query: request.query as Record<string, string>,
          body: request.body,
        })
        if (answer instanceof OktaPage) {
          const links = [`<${answer.self}>; rel="self"`]
          if (answer.next !== undefined) links.push(`<${nextLink?.(answer.next) ?? answer.next}>; rel="next"`)
          if (cutEvery !== undefined && calls % cutEvery === 0) return cut(reply.raw, answer.rows)
          return reply.header('link', links).send(answer.rows)
        }
        const { status: code, body } = answer instanceof OktaReply ? answer : new OktaReply(200, answer)
        return reply.code(code).send(body)
      },
    })
  app.setErrorHandler((error, _request, reply) => {
    const { status = 500, code = 'E0000009' } = error instanceof OktaRefusal ? error : {}
    void reply.code(status).send({
      errorCode: code,
      errorSummary: (error as Error).message,
      errorLink: code,
      errorId: `oae${randomBytes(12).toString('base64url')}`,
      errorCauses: error instanceof OktaRefusal && error.cause_ !== undefined ? [{ errorSummary: error.cause_ }] : [],
    })
  })
  app.setNotFoundHandler(async () => {
    throw new OktaRefusal(...errors.notFound)
  })
  tokenEndpoint(emulator)
  for (const mount of [users, groups, ...more]) mount(on, emulator)
  await app.listen({ port, host: '127.0.0.1' })
  const at = app.server.address()
  address = `http://127.0.0.1:${String(typeof at === 'object' && at ? at.port : port)}`
  return emulator
}

/** Half of a response with a Content-Length for the whole. */
function cut(raw: ServerResponse, body: unknown) {
  const text = JSON.stringify(body)
  raw.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  raw.write(text.slice(0, text.length / 2), () => raw.destroy())
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex, traceMoment, type Trace, traceStorage } from '#platform/traces.ts'
import type { AppContext } from '#platform/app-context.ts'
import { Otlp } from './otlp.ts'

interface Begun extends Trace {
  readonly parent: string | undefined
  readonly from: number
}

const passedOver = /^\/(health\/|metrics\b)/

export function traces(app: FastifyInstance, world: AppContext, endpoint: string): void {
  const { otelServiceName: service, otelExporterOtlpHeaders: headers, otelTracesSamplerArg: share } = world.config
  const collector = new Otlp({ endpoint, headers, service }, world.log)
  const begun = new WeakMap<FastifyRequest, Begun>()
  const proxied = world.config.trustProxy !== 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (passedOver.test(request.url)) return done()
    // Strangers could write into others' traces, so only a trusted proxy's header counts
    const given = proxied ? parentOf(request.headers.traceparent) : undefined
    if (!(given ? given.sampled : Math.random() < share)) return done()
    const one: Begun = {
      id: given?.trace ?? randomHex(16),
      span: randomHex(8),
      parent: given?.span,
      from: traceMoment(),
      take: collector.take,
    }
    begun.set(request, one)
    traceStorage.run(one, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const one = begun.get(request)
    if (!one) return
    // Only the route: a path or query may contain a link's secret or a search for a person
    const route = request.routeOptions.url ?? 'none'
    collector.take({
      trace: one.id,
      id: one.span,
      parent: one.parent,
      name: `${request.method} ${route}`,
      kind: 'server',
      from: one.from,
      to: traceMoment(),
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'claviger.request.id': request.id,
      },
      failed: reply.statusCode >= 500,
    })
  })
  app.addHook('onClose', () => collector.end())
}

function parentOf(header: string | string[] | undefined) {
  const [, trace = '', span = '', flags = ''] =
    /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(String(header)) ?? []
  return trace === '' ? undefined : { trace, span, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmsOf } from '../ground/alarms.ts'
import { figuresOfOthers, tellFigures } from '../ground/processes.ts'
import type { World } from '../ground/world.ts'
import { forOperators, noticeProxy, operatorsOf } from './operators/operators.ts'

// Where the service is of this machine only, so are its figures
const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Liveness, readiness, Prometheus figures, and one log line a request. */
export function observe(app: FastifyInstance, world: World): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'claviger_http_request_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const jobs = new Gauge({
    name: 'claviger_jobs',
    help: 'Jobs by kind and state; failed ones need a look',
    labelNames: ['kind', 'state'],
    registers: [registry],
    // All processes have the same jobs: whoever is asked has counted them just now
    aggregator: 'first',
  })
  const alarms = new Gauge({
    name: 'claviger_alarms',
    help: 'What somebody must look at, by kind; what it is stands in the log of the server',
    labelNames: ['kind'],
    registers: [registry],
    aggregator: 'max',
  })
  const proxy = noticeProxy(app, world)
  const unbelieved = new Gauge({
    name: 'claviger_unbelieved_proxy',
    help: '1 once a request came through a proxy that TRUST_PROXY does not tell of',
    registers: [registry],
    aggregator: 'max',
  })
  const onRequest = forOperators(world.config)
  const may = operatorsOf(world.config)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    // The path only: a query may hold a search for a person, or a link's secret
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'answered',
    )
  })
  const figures = () => {
    unbelieved.set(proxy() ? 1 : 0)
    alarms.reset()
    for (const kind of ['log', ...alarmsOf(world).keys()]) alarms.set({ kind }, alarmsOf(world).has(kind) ? 1 : 0)
    return registry.getMetricsAsJSON()
  }
  tellFigures(figures)
  app.get('/health/live', () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const notes = [...alarmsOf(world).values()]
    if (world.pulse.answers)
      return { status: 'ready', ...(notes.length > 0 && { notes }), ...(proxy() && { warning: 'TRUST_PROXY' }) }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', message: 'The database does not answer' })
  })
  app.get('/metrics', { onRequest }, async (request, reply) => {
    if (!may(request) && !(world.config.metricsKey === undefined && local.has(request.ip)))
      return reply.code(404).send({ message: 'Not found', code: 'not-found' })
    for (const count of await world.jobs.counts()) {
      jobs.set({ kind: count.name, state: 'waiting' }, count.waiting)
      jobs.set({ kind: count.name, state: 'running' }, count.running)
      jobs.set({ kind: count.name, state: 'failed' }, count.failed)
    }
    const own = await figures()
    const others = await figuresOfOthers()
    const all = others.length === 0 ? registry : AggregatorRegistry.aggregate([own, ...others])
    return reply.type(registry.contentType).send(await all.metrics())
  })
}

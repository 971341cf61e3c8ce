import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmsOf } from '../ground/alarms.ts'
import type { World } from '../ground/world.ts'

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
  })
  const alarms = new Gauge({
    name: 'claviger_alarms',
    help: 'What somebody must look at, by kind; what it is stands in the log of the server',
    labelNames: ['kind'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
    // The path only: a query may hold a search for a person, or a link's secret
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'answered',
    )
  })
  app.get('/health/live', () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const notes = [...alarmsOf(world).values()]
    if (world.pulse.answers) return { status: 'ready', ...(notes.length > 0 && { notes }) }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', message: 'The database does not answer' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, world.config.metricsKey))
      return reply.code(404).send({ message: 'Not found', code: 'not-found' })
    for (const count of await world.jobs.counts()) {
      jobs.set({ kind: count.name, state: 'waiting' }, count.waiting)
      jobs.set({ kind: count.name, state: 'running' }, count.running)
      jobs.set({ kind: count.name, state: 'failed' }, count.failed)
    }
    alarms.reset()
    for (const kind of ['log', ...alarmsOf(world).keys()]) alarms.set({ kind }, alarmsOf(world).has(kind) ? 1 : 0)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** With a key the caller must show it; without one only this machine may read. */
const mayRead = (request: FastifyRequest, key: string | undefined) =>
  key === undefined ? local.has(request.ip) : request.headers.authorization === `Bearer ${key}`

import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alarmsOf } from '../platform/alarms.ts'
import { lastRunsOfTasks } from '../platform/scheduled-tasks.ts'
import { gateOf } from '../platform/db/pool/admission-gate.ts'
import { figuresOfOthers, answerFigures } from '../platform/processes.ts'
import { version } from '../platform/version.ts'
import type { AppContext } from '../platform/app-context.ts'
import { forOperators, operatorsOf } from './operators/operators.ts'

// If the service is only on this machine, so are its metrics
const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function metrics(app: FastifyInstance, world: AppContext, proxied: () => boolean): void {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'claviger_build_info',
    help: '1, by version',
    labelNames: ['version'],
    registers,
    aggregator: 'first',
  })
  build.set({ version }, 1)
  const seconds = new Histogram({
    name: 'claviger_http_request_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const jobs = new Gauge({
    name: 'claviger_jobs',
    help: 'Jobs by kind and state; failed ones need a look',
    labelNames: ['kind', 'state'],
    registers,
    aggregator: 'first',
  })
  registry.registerMetric(
    new Gauge({
      name: 'claviger_alarms',
      help: 'Problems that need attention, by kind; details are in the server log',
      labelNames: ['kind'],
      registers: [],
      aggregator: 'max',
      collect() {
        this.reset()
        for (const kind of ['log', ...alarmsOf(world).keys()]) this.set({ kind }, alarmsOf(world).has(kind) ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'claviger_unbelieved_proxy',
      help: '1 once a request came through a proxy that TRUST_PROXY does not tell of',
      registers: [],
      aggregator: 'max',
      collect() {
        this.set(proxied() ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'claviger_beat_done_timestamp_seconds',
      help: 'When regular work was last done to its end, as seconds since 1970: link-log gives lines of the log their places',
      labelNames: ['beat'],
      registers: [],
      aggregator: 'max',
      collect() {
        for (const [beat, at] of lastRunsOfTasks(world)) this.set({ beat }, at.getTime() / 1000)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'claviger_database_connections',
      help: 'Connections to the database by login and state, and callers who wait for one',
      labelNames: ['login', 'state'],
      registers: [],
      collect() {
        for (const [login, pool] of [
          ['app', world.pool],
          ['read', world.readPool],
          ['super', world.superPool],
          ...(world.replica ? [['copy', world.replica.pool] as const] : []),
        ] as const) {
          this.set({ login, state: 'busy' }, pool.totalCount - pool.idleCount)
          this.set({ login, state: 'idle' }, pool.idleCount)
          this.set({ login, state: 'awaited' }, gateOf(pool).callers + pool.waitingCount)
        }
      },
    }),
  )
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const figures = () => registry.getMetricsAsJSON()
  answerFigures(figures)
  const may = operatorsOf(world.config)
  app.get('/metrics', { onRequest: forOperators(world.config) }, async (request, reply) => {
    if (!may(request) && !(world.config.metricsKey === undefined && local.has(request.ip)))
      return reply.code(404).send({ message: 'Not found', code: 'not-found' })
    for (const { name: kind, waiting, running, failed } of await world.jobs.counts())
      for (const [state, count] of Object.entries({ waiting, running, failed })) jobs.set({ kind, state }, count)
    const others = await figuresOfOthers()
    const all = others.length === 0 ? registry : AggregatorRegistry.aggregate([await figures(), ...others])
    return reply.type(registry.contentType).send(await all.metrics())
  })
}

import type { FastifyInstance } from 'fastify'
import { alarmsOf } from '../platform/alarms.ts'
import type { AppContext } from '../platform/app-context.ts'
import { metrics } from './metrics.ts'
import { noticeProxy } from './operators/operators.ts'

export function observe(app: FastifyInstance, world: AppContext): void {
  const proxied = noticeProxy(app, world)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    // Only the path: a query may hold a search for a person, or a link's secret
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'answered',
    )
  })
  app.get('/health/live', () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const notes = [...alarmsOf(world).values()]
    if (world.databaseHealth.answers)
      return { status: 'ready', ...(notes.length > 0 && { notes }), ...(proxied() && { warning: 'TRUST_PROXY' }) }
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'not ready', message: "The database isn't responding" })
  })
  metrics(app, world, proxied)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorReports } from '#platform/error-reports/error-report-types.ts'

const passedOver = /^\/(?:health\/|metrics\b)/

/** Reports how long calls take, by their route only: a path or query can name a user or hold a secret. */
export function reportCalls(app: FastifyInstance, reports: ErrorReports): void {
  const begun = new WeakMap<FastifyRequest, (status: number) => void>()
  app.addHook('onRequest', async request => {
    if (passedOver.test(request.url)) return
    begun.set(request, reports.call(`${request.method} ${request.routeOptions.url ?? 'none'}`))
  })
  app.addHook('onResponse', async (request, reply) => begun.get(request)?.(reply.statusCode))
}

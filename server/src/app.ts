import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { personOfBrowser } from './features/access/guesses/guesses.browser.ts'
import { publishedFirst } from './features/sso/oidc/oidc.mount.ts'
import { featuresOf } from './features.ts'
import type { AppContext } from './platform/app-context.ts'
import type { ErrorReports } from './platform/error-reports/error-report-types.ts'
import { reportCalls } from './http/call-reports.ts'
import { shedLoad } from './http/load-shedding/load-shedder.ts'
import { trustedProxies, networkOfCaller } from './http/load-shedding/caller-address.ts'
import { kindsOf } from './http/load-shedding/request-kinds.ts'
import { guardReplies } from './http/reply-headers.ts'
import { drain, isLeaving } from './http/drain/drain.ts'
import { observe } from './http/health.ts'
import { AcceptedPrograms, knownCallers } from './http/limits/known-callers.ts'
import { openLimits } from './http/limits/limits.ts'
import { describe } from './http/docs/docs.ts'
import { outboxPage } from './http/outbox-page.ts'
import { pages } from './http/console-pages.ts'
import { replyProblem } from './http/problem-reply.ts'
import { serveHttp } from './http/http-server.ts'
import { guardText, readJson } from './http/text-gate.ts'
import type { Problem } from './platform/problem.ts'
import { protocolMounts } from './protocols/protocols.ts'

export async function makeApp(world: AppContext, reports?: ErrorReports): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = world.log
  const features = featuresOf(world.config)
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(world.config.trustProxy),
    bodyLimit: world.config.bodyLimit,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    serverFactory(handle, { keepAliveTimeout, requestTimeout }) {
      const before = shedLoad(world, kindsOf(features), networkOfCaller(world.config.trustProxy), handle)
      const first = publishedFirst(world, before, () => isLeaving(app))
      return Object.assign(createServer(first), { keepAliveTimeout, requestTimeout })
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1500 },
  })
  app.setErrorHandler((error, request, reply) => replyProblem(error, request, reply))
  // Treat an empty body as no body, because callers send the JSON content type with every request
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ routeOptions }, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : readJson(body as Buffer))
    } catch (error) {
      if (routeOptions.config.refusesBodyLater === true) done(null, error)
      else done(error as Problem, undefined)
    }
  })
  guardReplies(app, world.config.publicUrl)
  guardText(app)
  const collector = world.config.otelExporterOtlpEndpoint
  // Loaded only if tracing is configured
  if (collector !== undefined) (await import('./http/traces/traces.ts')).traces(app, world, collector)
  if (reports) reportCalls(app, reports)
  drain(app)
  observe(app, world)
  describe(app, world, features)
  outboxPage(app, world)
  await pages(app, world)
  const programs = new AcceptedPrograms(world)
  const limits = openLimits(
    world,
    knownCallers(world, programs, cookies => personOfBrowser(world, cookies)),
  )
  protocolMounts(app, world, limits)
  serveHttp(app, world, features, limits, programs)
  return app
}

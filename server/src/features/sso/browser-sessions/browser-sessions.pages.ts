import type { FastifyInstance } from 'fastify'
import { languageOfHeader } from '#platform/languages.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { refusalPage } from './browser-sessions.page.ts'
import { isEnough, signInAddress, tripOf } from './browser-sessions.trips.ts'
import { findUserOfBrowser } from './browser-sessions.ts'

export function mountTrips(app: FastifyInstance, world: AppContext, limits: Limits): void {
  app.get<{ Params: { trip: string } }>('/sso/continue/:trip', { exposeHeadRoute: false }, async (request, reply) => {
    await limits('sign-in', request)
    const { cookie } = request.headers
    const trip = tripOf(world, request.params.trip, cookie)
    if (!trip) {
      const { headers, html } = refusalPage(
        languageOfHeader(request.headers['accept-language']),
        say => say('This sign-in expired or was started elsewhere. Open the application again'),
        undefined,
      )
      return reply.code(400).headers(headers).send(html)
    }
    const here = await findUserOfBrowser(world, trip.workspace, cookie)
    const errand = { acr: trip.acr, since: trip.since === undefined ? undefined : new Date(trip.since) }
    const on = here && isEnough(here, errand) ? trip.back : signInAddress(trip, request.params.trip)
    return reply.header('cache-control', 'no-store').redirect(on, 303)
  })
}

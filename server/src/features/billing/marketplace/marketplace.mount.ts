import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { marketplaceApi } from './marketplace-api.ts'
import { marketplaceNotice } from './marketplace.jobs.ts'
import { storeNotice } from './marketplace.operations.ts'

/**
 * The connection webhook of the offer. Anyone can call it, so a notice changes nothing before the marketplace confirms
 * its operation.
 */
export function mountMarketplace(app: FastifyInstance, world: AppContext, limits: Limits): void {
  if (!marketplaceApi(world)) return
  app.post('/api/webhooks/marketplace', { bodyLimit: 64 * 1024 }, async (request, reply) => {
    const taken = await storeNotice(world, marketplaceNotice, request.body)
    if (taken !== 'taken') await limits('strangers', request)
    return reply.code(taken === 'taken' ? 200 : taken === 'unknown' ? 404 : 400).send({})
  })
}

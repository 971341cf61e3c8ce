import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/app-context.ts'
import type { Limits } from '#http/limits/limits.ts'
import { GatewayRefusal, gatewayOf } from '../cards/cards.gateway.ts'
import { storeEvent } from './payments.events.ts'
import { paymentEvent } from './payments.jobs.ts'

const largestEvent = 512 * 1024

/** The address that the payment service sends its events to. The signature covers the exact bytes of the body. */
export function mountPaymentEvents(app: FastifyInstance, world: AppContext, limits: Limits): void {
  const gateway = world.config.billing ? gatewayOf(world) : undefined
  if (!gateway) return
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestEvent }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post('/api/webhooks/stripe', { bodyLimit: largestEvent }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      const { body } = request
      if (typeof body !== 'string' || typeof signature !== 'string') {
        await limits('strangers', request)
        return reply.code(400).send({ received: false })
      }
      try {
        await storeEvent(world, gateway, paymentEvent, { body, signature })
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw error
        await limits('strangers', request)
        return reply.code(400).send({ received: false })
      }
      return reply.send({ received: true })
    })
    done()
  })
}

// A strict emulator of the SaaS fulfillment API v2 and the metering API of the Microsoft commercial marketplace, written
// from learn.microsoft.com/partner-center/marketplace-offers: pc-saas-fulfillment-subscription-api,
// pc-saas-fulfillment-operations-api, and marketplace-metering-service-apis.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'

const resource = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'
const tenant = '11111111-2222-4333-8444-555555555555'
const client = '66666666-7777-4888-9999-aaaaaaaaaaaa'
const secret = 'publisher-secret'
const hour = 3_600_000

type Status = 'PendingFulfillmentStart' | 'Subscribed' | 'Suspended' | 'Unsubscribed'
interface Bought {
  id: string
  name: string
  offerId: string
  planId: string
  quantity: number | null
  saasSubscriptionStatus: Status
}
interface Running {
  id: string
  subscriptionId: string
  action: string
  status: 'InProgress' | 'Succeeded' | 'Failed'
  planId: string | null
  quantity: number | null
}

const Patch = z.strictObject({ status: z.enum(['Success', 'Failure']) })
const Usage = z.strictObject({
  request: z
    .array(
      z.strictObject({
        resourceId: z.guid(),
        quantity: z.number().check(z.gt(0)),
        dimension: z.string(),
        effectiveStartTime: z.iso.datetime(),
        planId: z.string(),
      }),
    )
    .check(z.minLength(1), z.maxLength(25)),
})

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function marketplaceEmulator(now: () => Date = () => new Date()) {
  const bought = new Map<string, Bought>()
  const tokens = new Map<string, { id: string; endsAt: number }>()
  const operations = new Map<string, Running>()
  const usage = new Map<string, number>()
  const calls: string[] = []
  const faults = { down: false, loseAnswers: 0 }
  const given = new Set<string>()

  const subscriptionOf = (one: Bought) => ({
    ...one,
    publisherId: 'claviger',
    beneficiary: { emailId: 'user@buyer.example', objectId: randomUUID(), tenantId: randomUUID(), puid: 'x' },
    purchaser: { emailId: 'buyer@buyer.example', objectId: randomUUID(), tenantId: randomUUID(), puid: 'y' },
    allowedCustomerOperations: ['Read', 'Update', 'Delete'],
    sessionMode: 'None',
    isFreeTrial: false,
    isTest: false,
    sandboxType: 'None',
    term: { termUnit: 'P1M', startDate: null, endDate: null },
    autoRenew: true,
  })
  const known = (id = '') => {
    const one = bought.get(id)
    if (!one) throw new Refused(404, 'The subscription is unknown')
    return one
  }
  const running = (subscription = '', id = '') => {
    const one = operations.get(id)
    if (!one || one.subscriptionId !== subscription) throw new Refused(404, 'The operation is unknown')
    return one
  }

  function token(form: URLSearchParams): unknown {
    const isRight =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === client &&
      form.get('client_secret') === secret &&
      form.get('scope') === `${resource}/.default`
    if (!isRight) throw new Refused(400, 'invalid_client')
    const value = `token-${randomUUID()}`
    given.add(value)
    return { token_type: 'Bearer', expires_in: 3599, access_token: value }
  }

  function saas(request: IncomingMessage, parts: string[], body: string): unknown {
    const { method } = request
    const [id, act, operation] = parts
    if (method === 'POST' && id === 'resolve') {
      const sent = tokens.get(request.headers['x-ms-marketplace-token']?.toString() ?? '')
      if (!sent || sent.endsAt <= now().getTime()) throw new Refused(400, 'The token is invalid or has expired')
      const one = known(sent.id)
      const { offerId, planId, quantity } = one
      return { id: one.id, subscriptionName: one.name, offerId, planId, quantity, subscription: subscriptionOf(one) }
    }
    const one = known(id)
    if (method === 'GET' && act === undefined) return subscriptionOf(one)
    if (method === 'POST' && act === 'activate' && operation === undefined) {
      if (one.saasSubscriptionStatus !== 'PendingFulfillmentStart')
        throw new Refused(400, 'The subscription is not pending fulfillment')
      one.saasSubscriptionStatus = 'Subscribed'
      return undefined
    }
    if (act !== 'operations' || operation === undefined) throw new Refused(404, 'There is no such call')
    const found = running(id, operation)
    if (method === 'GET')
      return {
        ...found,
        activityId: found.id,
        offerId: one.offerId,
        publisherId: 'claviger',
        timeStamp: now().toISOString(),
      }
    if (method !== 'PATCH') throw new Refused(405, 'There is no such call')
    const read = Patch.safeParse(JSON.parse(body))
    if (!read.success) throw new Refused(400, 'status must be Success or Failure')
    if (found.status !== 'InProgress') throw new Refused(409, 'The operation has ended')
    found.status = read.data.status === 'Success' ? 'Succeeded' : 'Failed'
    if (found.status === 'Succeeded') {
      if (found.action === 'ChangePlan' && found.planId) one.planId = found.planId
      if (found.action === 'ChangeQuantity') one.quantity = found.quantity
      if (found.action === 'Reinstate') one.saasSubscriptionStatus = 'Subscribed'
    }
    return undefined
  }

  function meter(body: string): unknown {
    const read = Usage.safeParse(JSON.parse(body))
    if (!read.success) throw new Refused(400, 'BadArgument')
    const result = read.data.request.map(event => {
      const one = bought.get(event.resourceId)
      const at = Date.parse(event.effectiveStartTime)
      const key = `${event.resourceId} ${event.dimension} ${String(Math.floor(at / hour))}`
      const status =
        one === undefined
          ? 'ResourceNotFound'
          : one.saasSubscriptionStatus !== 'Subscribed'
            ? 'ResourceNotActive'
            : now().getTime() - at > 24 * hour
              ? 'Expired'
              : at > now().getTime()
                ? 'BadArgument'
                : usage.has(key)
                  ? 'Duplicate'
                  : 'Accepted'
      if (status === 'Accepted') usage.set(key, event.quantity)
      return { ...event, status, messageTime: now().toISOString(), usageEventId: randomUUID() }
    })
    return { count: result.length, result }
  }

  function answer(request: IncomingMessage, body: string): unknown {
    const url = new URL(request.url ?? '', 'http://marketplace')
    calls.push(`${request.method ?? ''} ${url.pathname}`)
    if (url.pathname === `/${tenant}/oauth2/v2.0/token`) return token(new URLSearchParams(body))
    if (url.searchParams.get('api-version') !== '2018-08-31') throw new Refused(400, 'api-version is missing')
    const [scheme, value = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer' || !given.has(value)) throw new Refused(401, 'The token is missing or invalid')
    if (url.pathname === '/api/batchUsageEvent' && request.method === 'POST') return meter(body)
    const prefix = '/api/saas/subscriptions/'
    if (!url.pathname.startsWith(prefix)) throw new Refused(404, 'There is no such call')
    return saas(request, url.pathname.slice(prefix.length).split('/'), body)
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (faults.down) return request.socket.destroy()
      let status = 200
      let reply: unknown
      try {
        reply = answer(request, Buffer.concat(parts).toString())
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        status = error.status
        reply = { code: 'BadArgument', message: error.message }
      }
      if (request.method !== 'GET' && !request.url?.includes('/token') && faults.loseAnswers > 0) {
        faults.loseAnswers--
        return request.socket.destroy()
      }
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(reply === undefined ? '' : JSON.stringify(reply))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`

  return {
    bought,
    operations,
    usage,
    calls,
    faults,
    settings: {
      MARKETPLACE_TENANT: tenant,
      MARKETPLACE_CLIENT_ID: client,
      MARKETPLACE_CLIENT_SECRET: secret,
      MARKETPLACE_DIMENSION: 'key-hours',
      MARKETPLACE_URL: address,
      ENTRA_AUTHORITY: address,
    },
    /** Simulates a buyer who opens the landing page and returns the token in its address. */
    buy(plan = 'silver', quantity: number | null = 20) {
      const id = randomUUID()
      const saasSubscriptionStatus = 'PendingFulfillmentStart' as Status
      bought.set(id, {
        id,
        name: 'Claviger for Contoso',
        offerId: 'claviger',
        planId: plan,
        quantity,
        saasSubscriptionStatus,
      })
      const value = `${randomUUID()}+/=`
      tokens.set(value, { id, endsAt: now().getTime() + 24 * hour })
      return { id, token: value }
    },
    /** Starts or reports an operation and returns the notice that the marketplace sends. */
    begin(subscriptionId: string, action: string, to: { planId?: string; quantity?: number } = {}) {
      const one = known(subscriptionId)
      const informs = action === 'Suspend' || action === 'Unsubscribe' || action === 'Renew'
      if (action === 'Suspend') one.saasSubscriptionStatus = 'Suspended'
      if (action === 'Unsubscribe') one.saasSubscriptionStatus = 'Unsubscribed'
      const id = randomUUID()
      const operation: Running = {
        id,
        subscriptionId,
        action,
        status: informs ? 'Succeeded' : 'InProgress',
        planId: to.planId ?? one.planId,
        quantity: to.quantity ?? one.quantity,
      }
      if (!informs) operations.set(id, operation)
      return {
        ...operation,
        activityId: id,
        publisherId: 'claviger',
        offerId: one.offerId,
        timeStamp: now().toISOString(),
      }
    },
  }
}

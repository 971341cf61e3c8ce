import * as z from 'zod/mini'
import type { AppContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'
import { jsonOf } from '#integrations/json.ts'
import { DeliveryError } from '#integrations/target.ts'

const apiVersion = '2018-08-31'
/** The resource that tokens for the fulfillment and metering API are for; the same for all publishers. */
const resource = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'

const text = z.string().check(z.maxLength(500))
const quantity = z.optional(
  z.nullable(
    z.union([
      z.int(),
      z.pipe(
        z.string(),
        z.transform(value => (value === '' ? null : Number(value))),
      ),
    ]),
  ),
)

// The marketplace can add fields at any time, so other fields are accepted
const PurchasedSubscription = z.object({
  id: z.guid(),
  name: text,
  offerId: text,
  planId: text,
  quantity,
  saasSubscriptionStatus: z.enum(['NotStarted', 'PendingFulfillmentStart', 'Subscribed', 'Suspended', 'Unsubscribed']),
  purchaser: z.optional(z.object({ emailId: z.optional(z.nullable(text)) })),
})
export type PurchasedSubscription = z.output<typeof PurchasedSubscription>

const Resolution = z.object({ id: z.guid(), subscription: PurchasedSubscription })

const Operation = z.object({
  id: z.guid(),
  subscriptionId: z.guid(),
  action: text,
  status: z.enum(['NotStarted', 'InProgress', 'Succeeded', 'Failed', 'Conflict', 'Reverted']),
  planId: z.optional(z.nullable(text)),
  quantity,
})
export type Operation = z.output<typeof Operation>

const UsageResult = z.object({
  result: z.array(
    z.object({
      status: text,
      resourceId: z.guid(),
      dimension: text,
      effectiveStartTime: text,
    }),
  ),
})

export interface UsageEvent {
  readonly resourceId: string
  readonly quantity: number
  readonly dimension: string
  readonly effectiveStartTime: string
  readonly planId: string
}

/** The marketplace doesn't know the object or refuses the call. */
export class MarketplaceRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The marketplace answered ${status}`)
    this.status = status
  }
}

interface AccessToken {
  readonly value: string
  readonly endsAt: number
}
const tokens = new WeakMap<AppContext['config'], AccessToken>()

/** A client of the SaaS fulfillment API v2 and the metering API; undefined if no publisher is configured. */
export function marketplaceApi(world: AppContext) {
  const { marketplaceTenant: tenant, marketplaceClientId: client, marketplaceClientSecret: secret } = world.config
  if (tenant === undefined || client === undefined || secret === undefined) return undefined

  const token = async (): Promise<string> => {
    const now = world.clock.now().getTime()
    const known = tokens.get(world.config)
    if (known && known.endsAt > now) return known.value
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: secret,
      scope: `${resource}/.default`,
    })
    const { status, body } = await exchange(world, 'operator', {
      method: 'POST',
      url: new URL(`${world.config.entraAuthority}/${tenant}/oauth2/v2.0/token`),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
    })
    if (status !== 200) throw new DeliveryError('The marketplace gave no token. Check MARKETPLACE_CLIENT_SECRET')
    const given = z.object({ access_token: z.string(), expires_in: z.number() }).parse(jsonOf(body))
    tokens.set(world.config, { value: given.access_token, endsAt: now + (given.expires_in - 60) * 1000 })
    return given.access_token
  }

  const ask = async <T>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    reads: z.ZodMiniType<T>,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<T> => {
    const url = new URL(`${world.config.marketplaceUrl}${path}`)
    url.searchParams.set('api-version', apiVersion)
    const answer = await exchange(world, 'operator', {
      method,
      url,
      headers: {
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    if (answer.status === 401) tokens.delete(world.config)
    if (answer.status === 429 || answer.status >= 500 || answer.status === 401)
      throw new DeliveryError(`The marketplace answered ${answer.status}`)
    if (answer.status < 200 || answer.status > 299) throw new MarketplaceRefusal(answer.status)
    const read = z.safeParse(reads, answer.body.length === 0 ? {} : jsonOf(answer.body))
    if (!read.success) throw new DeliveryError('The answer of the marketplace is not understood')
    return read.data
  }
  const nothing = z.unknown()
  const at = (subscription: string) => `/api/saas/subscriptions/${subscription}`
  return {
    resolve: (purchaseToken: string) =>
      ask('POST', '/api/saas/subscriptions/resolve', Resolution, {
        headers: { 'x-ms-marketplace-token': purchaseToken },
      }),
    subscription: (id: string) => ask('GET', at(id), PurchasedSubscription),
    activate: (id: string) => ask('POST', `${at(id)}/activate`, nothing),
    operation: (id: string, operation: string) => ask('GET', `${at(id)}/operations/${operation}`, Operation),
    answerOperation: (id: string, operation: string, success: boolean) =>
      ask('PATCH', `${at(id)}/operations/${operation}`, nothing, { body: { status: success ? 'Success' : 'Failure' } }),
    /** At most 25 events; each has its own result. */
    sendUsage: (events: readonly UsageEvent[]) =>
      ask('POST', '/api/batchUsageEvent', UsageResult, { body: { request: events } }),
  }
}
export type MarketplaceApi = NonNullable<ReturnType<typeof marketplaceApi>>

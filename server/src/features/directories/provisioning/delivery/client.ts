import type { ProvisioningReason } from '@claviger/contract/directories/provisioning'
import { later } from '#platform/clock.ts'
import { exchange, type KeptConnections } from '#integrations/exchange.ts'
import { jsonOf } from '#integrations/json.ts'
import { type Guard, deliveryErrorOf } from '#integrations/target.ts'
import type { Resource } from './user-resource.ts'

/** A failed request; `whole` if it affects the whole application instead of one item. */
export class DeliveryNotSent extends Error {
  readonly reason: ProvisioningReason
  readonly detail: string | null
  readonly whole: boolean
  readonly until: Date | null

  constructor(reason: ProvisioningReason, detail: string | null, whole = false, until: Date | null = null) {
    super(detail ?? reason)
    this.reason = reason
    this.detail = detail
    this.whole = whole
    this.until = until
  }
}

export interface ScimClientResponse {
  status: number
  body: Resource
  scimType: string
  detail: string
}

export interface Client {
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<ScimClientResponse>
}

interface To {
  guard: Guard
  workspace: string
  now: () => Date
  address: string
  bearer: string
  stopping: AbortSignal
  kept?: KeptConnections | undefined
}

const patience = 20_000
const MB = 1024 * 1024
const largestOf = (path: string) => (path.startsWith('/Groups/') ? 16 * MB : 4 * MB)
/** A group names each of its members by a value, a type and an address. */
const mostValues = 600_000
const media = 'application/scim+json'

/**
 * SCIM 2.0 client. Returns responses with status 200 to 299 and those about one resource (400, 404, 409, 412); throws
 * Untold for everything else: authentication, throttling, server errors, and invalid SCIM.
 */
export function clientOfTarget({ guard, workspace, now, address, bearer, stopping, kept }: To): Client {
  const base = address.replace(/\/+$/, '')
  return {
    async ask(method, path, body) {
      const sent = body && Buffer.from(JSON.stringify(body))
      const answer = await exchange(
        guard,
        { workspace, feature: 'provisioning' },
        {
          method,
          url: new URL(`${base}${path}`),
          headers: {
            authorization: `Bearer ${bearer}`,
            accept: `${media}, application/json`,
            ...(sent && { 'content-type': media }),
          },
          ...(sent && { body: sent }),
          largest: largestOf(path),
          patience,
          signal: stopping,
          kept,
        },
      ).catch((error: unknown) => {
        throw new DeliveryNotSent('unreachable', deliveryErrorOf(error).message, true)
      })
      const { status } = answer
      const said = read(answer.body)
      const detail = shown(`${status} ${textIn(said, 'detail')}`)
      if (status === 401 || status === 403) throw new DeliveryNotSent('denied', detail, true)
      if (status === 429 || (status === 503 && answer.headers['retry-after'] !== undefined))
        throw new DeliveryNotSent('throttled', detail, true, waitingUntil(answer.headers['retry-after'], now()))
      if (status >= 500) throw new DeliveryNotSent('faulty', detail)
      if (status >= 300 && status < 400) throw new DeliveryNotSent('not-scim', detail, true)
      if (status < 300 && said === undefined && answer.body.length > 0)
        throw new DeliveryNotSent('not-scim', detail, true)
      return { status, body: said ?? {}, scimType: textIn(said, 'scimType'), detail }
    },
  }
}

function read(body: Buffer): Resource | undefined {
  if (body.length === 0) return undefined
  try {
    const value = jsonOf(body, mostValues)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Resource) : undefined
  } catch {
    return undefined
  }
}

const textIn = (of: Resource | undefined, name: string): string => {
  const value = of?.[name]
  return typeof value === 'string' ? value : ''
}

/** Sanitizes untrusted text for storage and display. */
const shown = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)

const longest = 3600

/** Parses Retry-After: seconds or a date; at most one hour, ten seconds by default. */
function waitingUntil(header: string | undefined, now: Date): Date {
  const text = header?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return later(now, (Number.isNaN(seconds) ? 10 : Math.min(Math.max(seconds, 1), longest)) * 1000)
}

export const quoteFilterValue = (value: string): string => JSON.stringify(value)

export function listIn(said: ScimClientResponse): { resources: Resource[]; total: number; next: string | null } {
  const { body } = said
  const all = body['Resources']
  const total = body['totalResults']
  const { nextCursor } = body
  if (said.status !== 200 || typeof total !== 'number' || (all !== undefined && !Array.isArray(all)))
    throw new DeliveryNotSent(said.status === 404 ? 'nothing-there' : 'not-scim', said.detail, true)
  const resources = ((all ?? []) as unknown[]).filter(
    (one): one is Resource => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  return { resources, total, next: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null }
}

/** ID of a resource; undefined if missing or unsafe inside an address. */
export const idIn = (resource: Resource): string | undefined => {
  const { id } = resource
  return typeof id === 'string' && id !== '' && id !== '.' && id !== '..' && id.length <= 500 ? id : undefined
}

export const pathOfResource = (of: 'Users' | 'Groups', id: string): string => `/${of}/${encodeURIComponent(id)}`

import * as z from 'zod/mini'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { deliveryErrorOf } from '#integrations/target.ts'
import { type Access, accessTo, purposeOf } from '#features/connect/api-applications/api-applications.access.ts'
import { tokenOfOkta } from '#features/connect/api-applications/api-applications.okta.ts'
import { addressIn, askCloud, type CloudResponse, type Cloud, type CloudRequestOptions } from './cloud-requests.ts'
import { CloudFailure } from './cloud.failure.ts'
import { tokens } from './tokens.ts'
import { rateLimitReset, retryAfter } from './retry-delay.ts'

/** Okta with one API application's credentials; paths are relative to `/api/v1`. @throws CloudFailure */
export interface Okta {
  get(path: string, how?: CloudRequestOptions): Promise<unknown>
  post(path: string, body: unknown, how?: CloudRequestOptions): Promise<unknown>
  put(path: string, body: unknown, how?: CloudRequestOptions): Promise<unknown>
  del(path: string, how?: CloudRequestOptions): Promise<void>
  pages(path: string, how?: CloudRequestOptions): AsyncIterable<readonly unknown[]>
}

const Refusal = z.object({ errorCode: z.string(), errorSummary: z.string() })

/** Okta with an API application's credentials; the context is used only to decrypt them. @throws not-found */
export const oktaOf = async (world: AppContext, ctx: TransactionContext, apiApplication: string): Promise<Okta> =>
  oktaWith(world, await accessTo(ctx, apiApplication, 'okta'))

export function oktaWith(world: Pick<AppContext, 'config' | 'outgoing' | 'clock'>, access: Access): Okta {
  const token = tokens(world, access, async () => {
    const given = await tokenOfOkta(world, access).catch((error: unknown) => {
      throw new CloudFailure(deliveryErrorOf(error).message, { again: true })
    })
    if (given.token === undefined) throw new CloudFailure(given.reason, { again: given.again, code: 'token' })
    return { token: given.token, lasts: given.lasts }
  })
  const cloud: Cloud = {
    name: 'Okta',
    origin: new URL(access.address).origin,
    purpose: purposeOf(access),
    // An API token is static; only OAuth tokens can be fetched again
    authorization: async refused =>
      access.privateKey === undefined
        ? `SSWS ${access.secret ?? ''}`
        : `Bearer ${await token(refused?.slice('Bearer '.length))}`,
    refusal: body => {
      const said = Refusal.safeParse(body)
      return said.success
        ? { code: said.data.errorCode, says: said.data.errorSummary.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 200) }
        : { code: '', says: '' }
    },
    wait: headers => rateLimitReset(headers) ?? retryAfter(headers),
  }
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, how?: CloudRequestOptions) => {
    const answer = await askCloud(world, cloud, method, versioned(path), how)
    await leaveRoom(answer, how)
    return answer
  }
  const okta: Okta = {
    get: async (path, how) => (await call('GET', path, how)).body,
    post: async (path, body, how) => (await call('POST', path, { ...how, body })).body,
    put: async (path, body, how) => (await call('PUT', path, { ...how, body })).body,
    del: async (path, how) => void (await call('DELETE', path, how)),
    async *pages(path, how) {
      const seen = new Set<string>()
      for (let next: string | undefined = path; next !== undefined;) {
        const { href } = addressIn(cloud, versioned(next))
        if (seen.has(href)) throw new CloudFailure('Okta leads in a circle: a next link was named twice')
        seen.add(href)
        const { body, headers } = await call('GET', href, how)
        if (!Array.isArray(body)) throw new CloudFailure('Okta answered something that is no list', { again: true })
        yield body as unknown[]
        next = nextOf(headers.link)
      }
    },
  }
  return okta
}

const versioned = (path: string): string => (/^(https?:|\/(api|oauth2)\/)/.test(path) ? path : `/api/v1${path}`)

/** Next link: `Link: <…>; rel="next"` (developer.okta.com, core Okta API, Pagination). */
function nextOf(link: string | string[] | undefined): string | undefined {
  for (const one of (Array.isArray(link) ? link : [link ?? '']).flatMap(each => each.split(/,(?=\s*<)/))) {
    const found = /^\s*<([^>]*)>.*;\s*rel="?next"?\s*(;|$)/.exec(one)
    if (found) return found[1]
  }
  return undefined
}

const longest = 60_000

async function leaveRoom({ headers }: CloudResponse, how: CloudRequestOptions = {}): Promise<void> {
  if (headers['x-rate-limit-remaining'] !== '0') return
  const wait = Math.min(rateLimitReset(headers) ?? 0, longest)
  if (wait > 0) await sleep(wait, undefined, how.signal && { signal: how.signal })
}

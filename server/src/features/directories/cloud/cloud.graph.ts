import * as z from 'zod/mini'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { type Access, accessTo, purposeOf } from '#features/connect/api-applications/api-applications.access.ts'
import { placeIn, tokenOfEntra } from '#features/connect/api-applications/api-applications.entra.ts'
import { deliveryErrorOf } from '#integrations/target.ts'
import { addressIn, askCloud, type Cloud, type CloudRequestOptions } from './cloud-requests.ts'
import { batch, type BatchAnswer, type BatchRequest } from './cloud-batch.ts'
import { CloudFailure } from './cloud.failure.ts'
import { tokens } from './tokens.ts'
import { retryAfter } from './retry-delay.ts'

/** A page of a collection, with the next link or, at the end of a delta query, the delta link. */
export interface GraphPage {
  readonly items: readonly unknown[]
  readonly next: string | undefined
  readonly delta: string | undefined
}

/** Microsoft Graph with one API application's credentials; paths without a version use v1.0. @throws CloudFailure */
export interface Graph {
  get(path: string, how?: CloudRequestOptions): Promise<unknown>
  post(path: string, body: unknown, how?: CloudRequestOptions): Promise<unknown>
  patch(path: string, body: unknown, how?: CloudRequestOptions): Promise<unknown>
  del(path: string, how?: CloudRequestOptions): Promise<void>
  pages(path: string, how?: CloudRequestOptions): AsyncIterable<readonly unknown[]>
  walk(path: string, how?: CloudRequestOptions): AsyncIterable<GraphPage>
  batch(requests: readonly BatchRequest[], how?: CloudRequestOptions): Promise<readonly BatchAnswer[]>
  /** The access token, only to read the permissions in its claims. `fresh` gets a new one. */
  token(fresh?: boolean): Promise<string>
}

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
const Collection = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.optional(z.string()),
  '@odata.deltaLink': z.optional(z.string()),
})

/**
 * Microsoft Graph with an API application's credentials; the context is used only to decrypt them.
 * @throws not-found
 */
export const graphOf = async (world: AppContext, ctx: TransactionContext, apiApplication: string): Promise<Graph> =>
  graphWith(world, await accessTo(ctx, apiApplication, 'azure'))

export function graphWith(world: Pick<AppContext, 'config' | 'outgoing' | 'clock'>, access: Access): Graph {
  const token = tokens(world, access, async () => {
    const given = await tokenOfEntra(world, access).catch((error: unknown) => {
      throw new CloudFailure(deliveryErrorOf(error).message, { again: true })
    })
    if (given.token === undefined) throw new CloudFailure(given.reason, { again: given.again, code: 'token' })
    return { token: given.token, lasts: given.lasts }
  })
  const cloud: Cloud = {
    name: 'Entra ID',
    origin: placeIn(access).graph,
    purpose: purposeOf(access),
    authorization: async refused => `Bearer ${await token(refused?.slice('Bearer '.length))}`,
    refusal: body => {
      const said = Refusal.safeParse(body)
      return said.success ? { code: said.data.error.code, says: plain(said.data.error.message) } : nothingSaid
    },
    wait: retryAfter,
  }
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, how?: CloudRequestOptions) =>
    askCloud(world, cloud, method, versioned(path), how)
  const graph: Graph = {
    get: async (path, how) => (await call('GET', path, how)).body,
    post: async (path, body, how) => (await call('POST', path, { ...how, body })).body,
    patch: async (path, body, how) => (await call('PATCH', path, { ...how, body })).body,
    del: async (path, how) => void (await call('DELETE', path, how)),
    async *pages(path, how) {
      for await (const { items } of graph.walk(path, how)) yield items
    },
    async *walk(path, how) {
      const seen = new Set<string>()
      for (let next: string | undefined = path; next !== undefined;) {
        const { href } = addressIn(cloud, versioned(next))
        if (seen.has(href)) throw new CloudFailure('Entra ID leads in a circle: a next link was named twice')
        seen.add(href)
        const page = Collection.safeParse(await graph.get(next, how))
        if (!page.success) throw new CloudFailure('Entra ID answered something that is no list', { again: true })
        const { value, '@odata.nextLink': then, '@odata.deltaLink': delta } = page.data
        yield { items: value, next: then, delta }
        next = then
      }
    },
    batch: (requests, how) => batch(graph.post, requests, how),
    token: async fresh => (fresh ? token(await token()) : token()),
  }
  return graph
}

const nothingSaid = { code: '', says: '' }
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
const versioned = (path: string): string => (/^(https?:|\/(v1\.0|beta)\/)/.test(path) ? path : `/v1.0${path}`)

import * as z from 'zod/mini'
import type { Ctx, World } from '../../../ground/world.ts'
import { type Access, accessTo, purposeOf } from '../../connect/api-applications/api-applications.access.ts'
import { placeIn, tokenOfEntra } from '../../connect/api-applications/api-applications.entra.ts'
import { undelivered } from '../../../outside/target.ts'
import { addressIn, ask, type Cloud, type How } from './ask.ts'
import { batch, type BatchAnswer, type BatchRequest } from './batch.ts'
import { CloudFailure } from './cloud.failure.ts'
import { tokens } from './tokens.ts'
import { retryAfter } from './waiting.ts'

/** One page of a collection, with where the next one stands or, at the end of a delta query, the next round. */
export interface GraphPage {
  readonly items: readonly unknown[]
  readonly next: string | undefined
  readonly delta: string | undefined
}

/** Microsoft Graph, asked by one API application; paths without a version are of v1.0. All throws CloudFailure. */
export interface Graph {
  get(path: string, how?: How): Promise<unknown>
  post(path: string, body: unknown, how?: How): Promise<unknown>
  patch(path: string, body: unknown, how?: How): Promise<unknown>
  del(path: string, how?: How): Promise<void>
  /** All rows of a collection, page by page. */
  pages(path: string, how?: How): AsyncIterable<readonly unknown[]>
  /** All rows of a collection with the links between its pages, for whoever wants to go on there later. */
  walk(path: string, how?: How): AsyncIterable<GraphPage>
  /** Many calls in few, each with its own answer, in the order of the requests. */
  batch(requests: readonly BatchRequest[], how?: How): Promise<readonly BatchAnswer[]>
  /** The token that is asked with, whose claims say what it may; it goes nowhere else. A new one on demand. */
  token(fresh?: boolean): Promise<string>
}

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
const Collection = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.optional(z.string()),
  '@odata.deltaLink': z.optional(z.string()),
})

/** Microsoft Graph with the credentials of an API application; the context is only needed to open them. Throws not-found. */
export const graphOf = async (world: World, ctx: Ctx, apiApplication: string): Promise<Graph> =>
  graphWith(world, await accessTo(ctx, apiApplication, 'azure'))

/** Microsoft Graph with credentials that are open already. */
export function graphWith(world: Pick<World, 'config' | 'outgoing' | 'clock'>, access: Access): Graph {
  const token = tokens(world, access, async () => {
    const given = await tokenOfEntra(world, access).catch((error: unknown) => {
      throw new CloudFailure(undelivered(error).message, { again: true })
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
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, how?: How) =>
    ask(world, cloud, method, versioned(path), how)
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

import { problem } from '#platform/problem.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { applicationFor } from './application-lookup.ts'
import { findTarget, updateTarget } from './targets.store.ts'
import { bearerOf } from './delivery/bearer.ts'
import { type Client, clientOfTarget, listIn, DeliveryNotSent } from './delivery/client.ts'
import type { Resource } from './delivery/user-resource.ts'

type Lack = 'patch' | 'filter' | 'groups'

/** Reads the application's capabilities, tests access to its users, and stores the capabilities. @throws not-found */
export const checkCapabilities = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
  const { target, bearer } = await ctx.transact(async inside => {
    await applicationFor(inside, id)
    const found = await findTarget(inside.db, id)
    if (!found) throw problem('not-found')
    return { target: found, bearer: await bearerOf(inside, found) }
  })
  const { clock } = ctx
  const stopping = AbortSignal.timeout(30_000)
  const client = clientOfTarget({
    guard: ctx,
    workspace: target.workspace_id,
    now: () => clock.now(),
    address: target.address,
    bearer,
    stopping,
  })
  try {
    const lacks = await lacksOf(client, target.groups !== 'none')
    await ctx.transact(inside => updateTarget(inside.db, id, { patches: !lacks.includes('patch') }))
    return { ok: true, trouble: null, lacks }
  } catch (error) {
    if (!(error instanceof DeliveryNotSent)) throw error
    return { ok: false, trouble: { reason: error.reason, detail: error.detail }, lacks: [] }
  }
})

async function lacksOf(client: Client, groups: boolean): Promise<Lack[]> {
  const said = await client.ask('GET', '/ServiceProviderConfig')
  if (said.status === 404) throw new DeliveryNotSent('nothing-there', said.detail)
  if (said.status !== 200) throw new DeliveryNotSent('refused', said.detail)
  if (!('patch' in said.body) && !('filter' in said.body)) throw new DeliveryNotSent('not-scim', said.detail)
  listIn(await client.ask('GET', '/Users?startIndex=1&count=1'))
  const all: [Lack, boolean][] = [
    ['patch', !supports(said.body, 'patch')],
    ['filter', !supports(said.body, 'filter')],
    ['groups', groups && (await client.ask('GET', '/Groups?startIndex=1&count=1')).status !== 200],
  ]
  return all.flatMap(([lack, is]) => (is ? [lack] : []))
}

const supports = (config: Resource, what: string): boolean => {
  const said = config[what]
  return typeof said === 'object' && said !== null && 'supported' in said && said.supported === true
}

import type { CloudDevice } from '@claviger/contract/directories/cloud-devices'
import type { Page } from '@claviger/contract/platform/page'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { findImportedDevices, keepImported } from '#features/keys/devices/devices.imported.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { type Graph, graphOf } from '../cloud/cloud.graph.ts'
import { type ConnectedDirectory, connectionsOf } from '../connections/connections.ts'
import {
  allCloudDevices,
  devicesOf,
  type FoundDevice,
  lastSeenOf,
  pageOfCloudDevices,
  replyOfDevice,
} from './device-reading.ts'

const entra = 1
const lasts = 50_000

interface Tenant {
  graph: Graph
  tenant: string
  connections: { id: string; name: string }[]
}

const usable = ({ active, apiApplication }: ConnectedDirectory) => active && apiApplication !== null

/** The named tenant connection, or the first one. @throws not-found, not-connected */
async function tenantOf(world: TransactionWorld, ctx: TransactionContext, id: string | undefined): Promise<Tenant> {
  const all = (await connectionsOf(ctx, entra)).filter(usable)
  const one = id === undefined ? all[0] : all.find(each => each.id === id)
  if (!one?.apiApplication)
    throw id === undefined
      ? problem('not-connected', 'No Entra ID tenant is connected. Connect one under Directories.')
      : problem('not-found')

  const access = await accessTo(ctx, one.apiApplication, 'azure')
  return {
    graph: await graphOf(world, ctx, one.apiApplication),
    tenant: access.tenant,
    connections: all.map(({ id: of, name }) => ({ id: of, name })),
  }
}

function told(error: unknown): unknown {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return problem('directory-away')
  if (!(error instanceof CloudFailure)) return error
  if (error.status === 401 || error.status === 403 || error.code === 'token')
    return problem('directory-refused', "The connection can't read devices. Grant it the permission Device.Read.All.")
  return problem(error.again ? 'directory-away' : 'directory-refused')
}

type Asked = Page & { connection?: string | undefined }

/** A page of a tenant's devices. @throws not-found, not-connected, directory-away, directory-refused */
export const listCloudDevices = withoutTransaction(async (ctx: RequestContext, ask: Asked) => {
  const { graph, connections } = await ctx.transact(inner => tenantOf(ctx, inner, ask.connection))
  const signal = AbortSignal.timeout(lasts)
  try {
    const asked = { search: ask.search, size: ask.pageSize, signal }
    let page = await pageOfCloudDevices(graph, { ...asked, after: ask.after })
    // The API supports only next links, so earlier pages must be read to get to a page number
    for (let at = 1; at < ask.page && ask.after === undefined && page.next !== null; at++)
      page = await pageOfCloudDevices(graph, { ...asked, after: page.next })
    const here = await ctx.transact(inner =>
      findImportedDevices(
        inner,
        page.items.map(one => one.id),
      ),
    )
    const total = page.total ?? page.items.length
    return {
      items: page.items.map(one => wired(one, here)),
      total,
      totalIs: page.total === undefined && page.next !== null ? ('at least' as const) : ('exact' as const),
      page: ask.page,
      pageSize: ask.pageSize,
      next: page.next,
      connections,
    }
  } catch (error) {
    throw told(error)
  }
})

const wired = (one: FoundDevice, here: ReadonlyMap<string, string>): CloudDevice => ({
  id: one.id,
  deviceId: one.deviceId ?? '',
  name: one.displayName ?? '',
  platform: one.operatingSystem ?? '',
  version: one.operatingSystemVersion ?? '',
  trust: one.trustType ?? '',
  compliant: one.isCompliant ?? null,
  enabled: one.accountEnabled !== false,
  lastSeenAt: lastSeenOf(one),
  imported: here.get(one.id) ?? null,
})

interface Imported {
  added: number
  renamed: number
  same: number
  gone: number
}

interface Wanted {
  connection?: string | undefined
  /** Object IDs to import; if omitted, all devices whose name has the prefix. */
  ids?: readonly string[]
  name?: string
}

/**
 * Imports a tenant's devices for use in policies; existing ones are renamed to match. No transaction is open during
 * calls to the tenant.
 * @throws not-found, not-connected, directory-away, directory-refused
 */
export async function importDevices(
  world: TransactionWorld,
  { connection, ids, name = '' }: Wanted,
): Promise<Imported> {
  const { graph, tenant } = await world.transact(ctx => tenantOf(world, ctx, connection))
  const signal = AbortSignal.timeout(ids ? lasts : 10 * 60_000)
  const sum: Imported = { added: 0, renamed: 0, same: 0, gone: 0 }
  const keep = async (found: readonly FoundDevice[]) => {
    const kept = await world.transact(ctx =>
      keepImported(
        ctx,
        found.map(one => replyOfDevice(one, tenant)),
      ),
    )
    sum.added += kept.added
    sum.renamed += kept.renamed
    sum.same += kept.same
  }
  try {
    if (ids) {
      const found = await devicesOf(graph, [...new Set(ids)], signal)
      sum.gone = new Set(ids).size - found.length
      await keep(found)
    } else for await (const page of allCloudDevices(graph, name, signal)) await keep(page)
    return sum
  } catch (error) {
    throw told(error)
  }
}

import { deviceKinds } from '@claviger/contract/keys/devices'
import * as z from 'zod/mini'
import type { ReportedDevice } from '#features/keys/devices/devices.imported.ts'
import type { Graph } from '../cloud/cloud.graph.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'

// learn.microsoft.com/graph/api/device-list and device-get

const text = z.optional(z.nullable(z.string()))
const Device = z.object({
  id: z.string(),
  deviceId: text,
  displayName: text,
  operatingSystem: text,
  operatingSystemVersion: text,
  trustType: text,
  isCompliant: z.optional(z.nullable(z.boolean())),
  accountEnabled: z.optional(z.nullable(z.boolean())),
  approximateLastSignInDateTime: text,
})
export type FoundDevice = z.output<typeof Device>

const fields =
  '$select=id,deviceId,displayName,operatingSystem,operatingSystemVersion,trustType,isCompliant,accountEnabled,approximateLastSignInDateTime'
const advanced = { ConsistencyLevel: 'eventual' }

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.count': z.optional(z.int()),
  '@odata.nextLink': z.optional(z.string()),
})

const wordsIn = (search: string): string => search.replaceAll(/[^\p{L}\p{N}\-_. ]/gu, ' ').trim()

interface Asked {
  search: string | undefined
  size: number
  after: string | undefined
  signal: AbortSignal
}

/** One page of a tenant's devices; `next` is the cursor of the next page. @throws CloudFailure */
export async function pageOfCloudDevices(graph: Graph, { search = '', size, after, signal }: Asked) {
  const words = wordsIn(search)
  const parts = [
    fields,
    '$count=true',
    `$top=${String(size)}`,
    ...(words === '' ? [] : [`$search=${encodeURIComponent(`"displayName:${words}"`)}`]),
    ...(after === undefined ? [] : [`$skiptoken=${encodeURIComponent(after)}`]),
  ]
  const said = Page.safeParse(await graph.get(`/devices?${parts.join('&')}`, { headers: advanced, signal }))
  if (!said.success) throw new CloudFailure('Entra ID answered something that is no list', { again: true })
  const { value, '@odata.count': total, '@odata.nextLink': link } = said.data
  const next = link !== undefined && URL.canParse(link) ? new URL(link).searchParams.get('$skiptoken') : null
  return { items: value.map(one => Device.parse(one)), total, next }
}

/** All devices of a tenant with a name prefix, page by page. @throws CloudFailure */
export async function* allCloudDevices(graph: Graph, name: string, signal: AbortSignal): AsyncGenerator<FoundDevice[]> {
  const begins = name.replaceAll("'", "''")
  const filter = name === '' ? '' : `&$filter=${encodeURIComponent(`startswith(displayName,'${begins}')`)}`
  const path = `/devices?${fields}&$count=true&$top=999${filter}`
  for await (const page of graph.pages(path, { headers: advanced, signal })) yield page.map(one => Device.parse(one))
}

/** Devices with these IDs that exist. @throws CloudFailure */
export async function devicesOf(graph: Graph, ids: readonly string[], signal: AbortSignal): Promise<FoundDevice[]> {
  const requests = ids.map(id => ({ method: 'GET' as const, url: `/devices/${encodeURIComponent(id)}?${fields}` }))
  const answers = await graph.batch(requests, { signal })
  return answers.flatMap(({ status, body }) => {
    if (status === 200) return [Device.parse(body)]
    if (status === 404) return []
    throw new CloudFailure(`Entra ID answered ${String(status)} about a device`, { status, again: status >= 429 })
  })
}

const mobiles = /^(?:android|ios|ipad|iphone|windowsphone)/i

const seen = (said: string | null | undefined): Date | null =>
  said && !Number.isNaN(Date.parse(said)) ? new Date(said) : null

export const replyOfDevice = (device: FoundDevice, tenant: string): ReportedDevice => ({
  id: device.id,
  tenant,
  kind: mobiles.test(device.operatingSystem ?? '') ? deviceKinds.mobile : deviceKinds.computer,
  name: device.displayName ?? '',
  platform: `${device.operatingSystem ?? ''} ${device.operatingSystemVersion ?? ''}`.trim(),
  seenAt: seen(device.approximateLastSignInDateTime),
})

export const lastSeenOf = (device: FoundDevice): string | null =>
  seen(device.approximateLastSignInDateTime)?.toISOString() ?? null

import {
  type Device,
  type deviceActs,
  type DeviceQuery,
  type PairedDevice,
  silentAfterDays,
} from '@claviger/contract/keys/devices'
import { days, later } from '#platform/clock.ts'
import { findRows, isKept, keptTotal } from '#platform/db/list-definition.ts'
import { paginate } from '#platform/db/page.ts'
import { patternsOf } from '#platform/db/search.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { deviceOf } from './devices.ts'
import {
  deviceFigures,
  deviceList,
  deviceNames,
  devicesPage,
  type DeviceFilter,
  type DeviceListRow,
} from './filters.store.ts'
import { offlineAllowance } from './devices.offline.ts'
import { devicesUsedBy, countDeviceReasons } from './uses.store.ts'

export { deviceOfKind } from './filters.store.ts'

export const listDevices = (ctx: TransactionContext, ask: DeviceQuery) => pageOfDevices<Device>(ctx, ask, deviceOf)

export function pageOfDevices<Item>(ctx: TransactionContext, ask: DeviceQuery, item: (row: DeviceListRow) => Item) {
  const patterns = patternsOf(ask.search)
  const { kind, offline, group, silentDays } = ask
  const filter: DeviceFilter = {
    kind,
    offline,
    group,
    ...(silentDays && { silentSince: silentSince(ctx, silentDays) }),
  }
  const kept = patterns.length === 0 && isKept(deviceList, filter)
  return paginate<Item>(ctx, ask, {
    ...devicesPage(patterns, filter),
    item,
    ...(kept
      ? { total: () => keptTotal(ctx.db, deviceList, filter) }
      : { find: place => findRows(ctx, deviceList, filter, place, patterns) }),
  })
}

const silentSince = (ctx: TransactionContext, after: number) => later(ctx.clock.now(), -days(after))

export async function allDevices(
  ctx: TransactionContext,
  ask: { search?: string | undefined; kind?: number | undefined },
) {
  if (!ask.search) return { items: await deviceNames(ctx.db, ask.kind) }
  const page = { page: 1, pageSize: 100, order: 'asc' } as const
  const { items } = await listDevices(ctx, { ...page, search: ask.search, kind: ask.kind })
  return { items: items.map(({ id, name, kind }) => ({ id, name, kind })) }
}

export const countDevices = (ctx: TransactionContext) => deviceFigures(ctx.db, silentSince(ctx, silentAfterDays))

export async function previewDeviceAct(
  ctx: TransactionContext,
  { ids, act }: { ids: string[]; act: (typeof deviceActs)[number] },
) {
  const asked = [...new Set(ids)]
  const { here, names, ...counts } = await countDeviceReasons(ctx.db, asked, act)
  return { ...counts, gone: asked.length - here, names: names ?? [] }
}

export async function devicesOfUser(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<{ items: PairedDevice[] }> {
  if (!(await userById(ctx, id))) throw problem('not-found')
  const rows = await devicesUsedBy(ctx.db, id, ctx.clock.now())
  return {
    items: rows.map(row => {
      const { left, until } = offlineAllowance(row, ctx.clock.now())
      return {
        id: row.id,
        kind: row.kind,
        name: row.name,
        platform: row.platform,
        key: { id: row.key_id, name: row.key_name },
        firstUsedAt: row.first_at.toISOString(),
        lastUsedAt: row.last_at.toISOString(),
        offlineUsesLeft: left,
        offlineUntil: left === 0 ? null : until.toISOString(),
      }
    }),
  }
}

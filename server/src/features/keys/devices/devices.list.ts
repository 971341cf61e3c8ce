import {
  type Device,
  type deviceActs,
  deviceKinds,
  type DeviceQuery,
  type PairedDevice,
  silentAfterDays,
} from '@claviger/contract/keys/devices'
import { type RawBuilder, sql } from 'kysely'
import { days } from '../../../ground/clock.ts'
import { type Found, type ListQuery, paginate, type Place } from '../../../ground/db/page.ts'
import { patternOf } from '../../../ground/db/search.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { deviceOf, type ListedRow } from './devices.ts'
import { offlineStanding } from './devices.offline.ts'

/** Columns of a device with what is counted of it. */
export const listedColumns = sql`devices.*,
  (select count(*)::integer from device_group_members m where m.device_id = devices.id) as groups,
  (select count(distinct d.user_id)::integer from device_uses d where d.device_id = devices.id) as users`

// Each has an index of its own; `find_devices` knows the same names
const sorts: ListQuery<ListedRow>['sorts'] = {
  name: { by: sql`devices.sort_name`, type: 'text' },
  created: { by: sql`devices.created_at`, type: 'timestamptz' },
  lastSeen: { by: sql`devices.last_seen_at`, type: 'timestamptz' },
}

/** One page of the devices of the workspace. */
export const listDevices = (ctx: Ctx, ask: DeviceQuery) => pageOfDevices<Device>(ctx, ask, deviceOf)

/** The same, each device as the caller wants it told. */
export function pageOfDevices<Item>(ctx: Ctx, ask: DeviceQuery, item: (row: ListedRow) => Item) {
  const pattern = patternOf(ask.search)
  const where = [...conditions(ctx, ask), ...(pattern ? [sql`devices.search like ${pattern}`] : [])]
  return paginate<Item>(ctx, ask, {
    from: sql`devices`,
    select: listedColumns,
    where,
    narrowed: where.length > 0,
    sorts,
    id: sql`devices.id`,
    defaultSort: 'name',
    item,
    total: ask.group === undefined && ask.silentDays === undefined && !pattern ? () => keptTotal(ctx, ask) : undefined,
    ...((pattern || ask.group !== undefined || ask.silentDays !== undefined) && {
      find: (place: Place) => find(ctx, ask, pattern, place),
    }),
  })
}

function* conditions(ctx: Ctx, ask: DeviceQuery): Generator<RawBuilder<unknown>> {
  if (ask.kind !== undefined) yield sql`devices.kind = ${ask.kind}::smallint`
  // Written out, so that the index of those few is found
  if (ask.offline !== undefined) yield ask.offline ? sql`devices.offline` : sql`not devices.offline`
  if (ask.silentDays !== undefined) yield sql`devices.last_seen_at < ${silentSince(ctx, ask.silentDays)}::timestamptz`
  if (ask.group !== undefined)
    yield sql`exists (select from device_group_members m where m.group_id = ${ask.group}::uuid and m.device_id = devices.id)`
}

async function keptTotal(ctx: Ctx, { kind, offline }: DeviceQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(devices), 0)::bigint as total from device_counts
    where (${kind ?? null}::smallint is null or kind = ${kind ?? null}::smallint)
      and (${offline ?? null}::boolean is null or offline = ${offline ?? null}::boolean)`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

const silentSince = (ctx: Ctx, after: number) => new Date(ctx.clock.now().getTime() - days(after))

async function find(ctx: Ctx, ask: DeviceQuery, pattern: string, place: Place): Promise<Found> {
  const silent = ask.silentDays === undefined ? null : silentSince(ctx, ask.silentDays)
  const { rows } = await sql<Found>`
    select ids, total, more from find_devices(
      ${pattern || null}, ${place.sort}, ${place.descending}, ${place.after?.value ?? null}, ${place.after?.id ?? null},
      ${place.skipped}, ${place.size}, ${ask.kind ?? null}::smallint, ${ask.group ?? null}::uuid, ${ask.offline ?? null},
      ${silent}::timestamptz
    )`.execute(ctx.db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Names of all devices, for pickers; at most 5000. */
export async function allDevices(ctx: Ctx, ask: { search?: string | undefined; kind?: number | undefined }) {
  if (ask.search) {
    const page = { page: 1, pageSize: 100, order: 'asc' } as const
    const { items } = await listDevices(ctx, { ...page, search: ask.search, kind: ask.kind })
    return { items: items.map(({ id, name, kind }) => ({ id, name, kind })) }
  }
  const { rows } = await sql<{ id: string; name: string; kind: number }>`
    select id, name, kind from devices where ${ask.kind ?? null}::smallint is null or kind = ${ask.kind ?? null}::smallint
    order by sort_name, id limit 5000`.execute(ctx.db)
  return { items: rows }
}

interface Counts {
  computers: number
  mobiles: number
  groups: number
  withDriver: number
  withoutApp: number
  offline: number
  silent: number
}

const sum = (those: RawBuilder<unknown>) => sql`coalesce(sum(devices) filter (where ${those}), 0)::integer`

/** How many devices there are of each sort. */
export async function countDevices(ctx: Ctx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${sum(sql`kind = ${deviceKinds.computer}::smallint`)} as computers,
      ${sum(sql`kind = ${deviceKinds.mobile}::smallint`)} as mobiles,
      (select count(*)::integer from device_groups) as groups,
      ${sum(sql`kind = ${deviceKinds.computer}::smallint and has_driver`)} as "withDriver",
      ${sum(sql`kind = ${deviceKinds.computer}::smallint and without_app`)} as "withoutApp",
      ${sum(sql`offline`)} as offline,
      (select count(*)::integer from devices where last_seen_at < ${silentSince(ctx, silentAfterDays)}::timestamptz) as silent
    from device_counts`.execute(ctx.db)
  return rows[0] as Counts
}

interface Preview {
  able: number
  already: number
  here: number
  users: number
  accounts: number
  names: string[] | null
}

/** What an act would do to these devices. */
export async function previewAct(ctx: Ctx, { ids, act }: { ids: string[]; act: (typeof deviceActs)[number] }) {
  const asked = [...new Set(ids)]
  const able = act === 'remove' ? sql`true` : act === 'offline-on' ? sql`not d.offline` : sql`d.offline`
  const { rows } = await sql<Preview>`
    with here as (select d.*, ${able} as able from devices d where d.id = any(${asked}::uuid[]))
    select count(*) filter (where able)::integer as able, count(*) filter (where not able)::integer as already,
      count(*)::integer as here, count(*) filter (where account_name is not null)::integer as accounts,
      (select count(distinct u.user_id)::integer from device_uses u where u.device_id = any(${asked}::uuid[])) as users,
      (select array_agg(name) from (select name from here where able order by sort_name, id limit 5) first) as names
    from here`.execute(ctx.db)
  const { here, names, ...counts } = rows[0] as Preview
  return { ...counts, gone: asked.length - here, names: names ?? [] }
}

interface PairedRow {
  id: string
  kind: number
  name: string
  platform: string
  key_id: string
  key_name: string
  first_at: Date
  last_at: Date
  offline_used: number
  key_offline: boolean
  device_offline: boolean
  offline_uses: number
  offline_hours: number
}

/** Devices that a user has used, the last first. Throws not-found. */
export async function devicesOfUser(ctx: Ctx, { id }: { id: string }): Promise<{ items: PairedDevice[] }> {
  if (!(await userById(ctx, id))) throw problem('not-found')
  const { rows } = await sql<PairedRow>`
    select d.id, d.kind, d.name, d.platform, k.id as key_id, k.name as key_name, u.first_at, u.last_at, u.offline_used,
      k.offline and k.status = 20 and k.blocked_at is null
        and (not k.proof_due or k.proof_counts_at <= ${ctx.clock.now()}::timestamptz) as key_offline,
      d.offline as device_offline, d.offline_uses, d.offline_hours
    from device_uses u join devices d on d.id = u.device_id join security_keys k on k.id = u.security_key_id
    where u.user_id = ${id}::uuid order by u.last_at desc, d.id, k.id limit 1000`.execute(ctx.db)
  return {
    items: rows.map(row => {
      const { left, until } = offlineStanding(row, ctx.clock.now())
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

import { deviceKinds } from '@claviger/contract/keys/devices'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { filterBefore, conditions, flag, type ListDefinition, oneOf, sortsOf } from '#platform/db/list-definition.ts'
import type { ListQuery } from '#platform/db/page.ts'
import { matchesAllPatterns } from '#platform/db/search.ts'
import type { DeviceRow } from './devices.store.ts'

export interface DeviceFilter {
  kind?: number | undefined
  offline?: boolean | undefined
  group?: string | undefined
  silentSince?: Date | undefined
}

/** Filters and sort orders of devices; each order has its own index. */
export const deviceList: ListDefinition<DeviceFilter> = {
  of: 'devices',
  there: [],
  filters: {
    kind: oneOf('kind', { kept: 'kind', leads: true }),
    offline: flag(['offline', '=', true], ['offline', '=', false], 'offline'),
    silentSince: filterBefore('last_seen_at'),
    group: { place: { members: 'device_group_members', of: 'group_id' } },
  },
  orders: {
    name: { column: 'sort_name', type: 'text' },
    created: { column: 'created_at', type: 'timestamptz' },
    lastSeen: { column: 'last_seen_at', type: 'timestamptz' },
  },
  member: { column: 'device_id', is: 'id' },
  search: { column: 'search', alone: 'name', sample: 1000, walk: 5000, share: 0.03 },
  kept: { in: 'device_counts', figure: 'devices' },
}

export interface DeviceListRow extends DeviceRow {
  groups: number
  users: number
}

const columns = sql`devices.*,
  (select count(*)::integer from device_group_members m where m.workspace_id = current_workspace() and m.device_id = devices.id) as groups,
  (select count(distinct d.user_id)::integer from device_uses d where d.workspace_id = current_workspace() and d.device_id = devices.id) as users`

export function devicesPage(patterns: readonly string[], filter: DeviceFilter): Omit<ListQuery<DeviceListRow>, 'item'> {
  const where = [...conditions(deviceList, filter), ...matchesAllPatterns(sql`devices.search`, patterns)]
  const evenly = where.length === 0
  const sorts = sortsOf(deviceList)
  const here = sql`devices.workspace_id = current_workspace()`
  return { from: sql`devices`, here, select: columns, where, evenly, sorts, id: sql`devices.id`, defaultSort: 'name' }
}

export async function deviceOfKind(db: Db, id: string, kind: number): Promise<DeviceListRow | undefined> {
  const { rows } = await sql<DeviceListRow>`
    select ${columns} from devices where devices.workspace_id = current_workspace() and devices.id = ${id}::uuid and devices.kind = ${kind}::smallint`.execute(
    db,
  )
  return rows[0]
}

export async function deviceNames(db: Db, kind: number | undefined) {
  const { rows } = await sql<{ id: string; name: string; kind: number }>`
    select id, name, kind from devices where devices.workspace_id = current_workspace() and (${kind ?? null}::smallint is null or kind = ${kind ?? null}::smallint)
    order by sort_name, id limit 5000`.execute(db)
  return rows
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

/** Number of devices of each kind, from counters in the database; silent devices are counted by query. */
export async function deviceFigures(db: Db, silentSince: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${sum(sql`kind = ${deviceKinds.computer}::smallint`)} as computers,
      ${sum(sql`kind = ${deviceKinds.mobile}::smallint`)} as mobiles,
      (select count(*)::integer from device_groups where device_groups.workspace_id = current_workspace()) as groups,
      ${sum(sql`kind = ${deviceKinds.computer}::smallint and has_driver`)} as "withDriver",
      ${sum(sql`kind = ${deviceKinds.computer}::smallint and without_app`)} as "withoutApp",
      ${sum(sql`offline`)} as offline,
      (select count(*)::integer from devices where devices.workspace_id = current_workspace() and last_seen_at < ${silentSince}::timestamptz) as silent
    from device_counts where device_counts.workspace_id = current_workspace()`.execute(db)
  return rows[0] as Counts
}

/** Sums up the counter rows of all workspaces. Each change adds a row, so that changes don't block each other. */
export const deviceCountSums = `with several as (
      select workspace_id from device_counts group by workspace_id
      having count(*) > count(distinct (kind, offline, has_driver, without_app)) or bool_or(devices = 0)
    ), gone as (
      delete from device_counts c using several s where c.workspace_id = s.workspace_id returning c.*
    )
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      select workspace_id, kind, offline, has_driver, without_app, sum(devices) from gone
      group by 1, 2, 3, 4, 5 having sum(devices) <> 0`

import { isDeepStrictEqual } from 'node:util'
import type { Updateable } from 'kysely'
import { later, minutes } from '#platform/clock.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ConnectionRow } from './connections.store.ts'
import type { ConnectionChange } from './shapes.ts'

export const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'directory', id, name })

export const loggedOf = (row: ConnectionRow) => ({
  name: row.name,
  active: row.active,
  settings: row.settings,
  mapping: row.mapping,
  mode: row.mode,
  everyMinutes: row.every_minutes,
  leaving: row.leaving,
  deleteAfterDays: row.delete_after_days,
  unmanagedLeave: row.unmanaged_leave,
  brakePeople: row.brake_people,
  brakePercent: row.brake_percent,
  brakeChangesPercent: row.brake_changes_percent,
})

export function settledOf(
  row: ConnectionRow,
  to: ConnectionChange,
  now: Date,
): Updateable<Tables['directory_connections']> {
  const columns: Updateable<Tables['directory_connections']> = {}
  const differs = (one: unknown, other: unknown) => one !== undefined && !isDeepStrictEqual(one, other)
  if (differs(to.name, row.name)) columns.name = to.name
  if (differs(to.active, row.active)) columns.active = to.active
  // With other settings, the old cursor is meaningless, so reset it
  if (differs(to.settings, row.settings)) Object.assign(columns, { settings: JSON.stringify(to.settings), ...anew })
  if (differs(to.mapping, row.mapping)) Object.assign(columns, { mapping: JSON.stringify(to.mapping), ...anew })
  if (differs(to.apiApplication, row.api_application_id))
    Object.assign(columns, { api_application_id: to.apiApplication, ...anew })
  if (differs(to.mode, row.mode)) Object.assign(columns, { mode: to.mode, ...anew })
  if (differs(to.everyMinutes, row.every_minutes))
    Object.assign(columns, {
      every_minutes: to.everyMinutes,
      next_run_at: to.everyMinutes === null ? null : later(now, minutes(to.everyMinutes as number)),
    })
  if (differs(to.leaving, row.leaving)) columns.leaving = to.leaving
  if (differs(to.deleteAfterDays, row.delete_after_days)) columns.delete_after_days = to.deleteAfterDays
  if (differs(to.unmanagedLeave, row.unmanaged_leave))
    Object.assign(columns, { unmanaged_leave: to.unmanagedLeave, ...anew })
  if (differs(to.brake?.people, row.brake_people)) columns.brake_people = to.brake?.people
  if (differs(to.brake?.percent, row.brake_percent)) columns.brake_percent = to.brake?.percent
  if (differs(to.brake?.changesPercent, row.brake_changes_percent))
    columns.brake_changes_percent = to.brake?.changesPercent
  if (to.reachEnds && row.approved_by !== null)
    Object.assign(columns, { approved_by: null, approved_name: null, approved_at: null })
  return columns
}

const anew = { cursor: null, swept_at: null } as const

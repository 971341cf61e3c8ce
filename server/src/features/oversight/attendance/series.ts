import type { AttendanceTemplateInput } from '@claviger/contract/oversight/attendance/attendance-templates'
import { days, later, minutes } from '#platform/clock.ts'
import { instantAtWall, wallClock, wallTime } from '#platform/wall-clock.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addSession } from './attendance.ts'
import { startsOfSeries, type AttendanceTemplateRow } from './templates.store.ts'

export type TemplateSettings = Omit<AttendanceTemplateInput, 'name' | 'minutes' | 'weekly'>

const aheadDays = 14
const day = days(1)

interface WeeklyTimes {
  days: readonly number[]
  /** HH:MM */
  time: string
  from: string
  until: string | null
  zone: string
}

/** Starts of a weekly series after an instant, 14 days ahead, by the clock on the wall: also when clocks change. */
export function startsAfter(now: Date, weekly: WeeklyTimes): Date[] {
  const clock = wallClock(weekly.zone)
  const today = Math.floor(wallTime(clock, now.getTime()) / day) * day
  const [hour = 0, minute = 0] = weekly.time.split(':').map(Number)
  return Array.from({ length: aheadDays + 1 }, (_, place) => today + place * day)
    .filter(midnight => {
      const date = new Date(midnight)
      const name = date.toISOString().slice(0, 10)
      return (
        weekly.days.includes(date.getUTCDay() || 7) &&
        name >= weekly.from &&
        (weekly.until === null || name <= weekly.until)
      )
    })
    .map(midnight => instantAtWall(clock, midnight + (hour * 60 + minute) * minutes(1)))
    .filter(start => start > now)
}

/** Creates the sessions of a weekly series that are missing in the next 14 days. */
export async function createOfSeries(ctx: TransactionContext, row: AttendanceTemplateRow): Promise<number> {
  if (row.week_days === null || row.week_time === null || row.week_from === null) return 0
  const now = ctx.clock.now()
  const weekly = {
    days: row.week_days,
    time: row.week_time,
    from: row.week_from,
    until: row.week_until,
    zone: row.zone,
  }
  const known = await startsOfSeries(ctx.db, row.id, now)
  const missing = startsAfter(now, weekly).filter(start => !known.has(start.getTime()))
  const settings = row.settings as unknown as TemplateSettings
  for (const start of missing)
    await addSession(ctx, {
      ...settings,
      startsAt: start.toISOString(),
      endsAt: later(start, minutes(row.minutes)).toISOString(),
      templateId: row.id,
    })
  return missing.length
}

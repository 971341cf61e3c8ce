import { wallClock, wallTime } from '../../../ground/wall-clock.ts'

/** A calendar day of a time zone and the instants between which it lies. */
export interface LocalDay {
  /** YYYY-MM-DD */
  day: string
  begins: Date
  /** The first instant of the next day. */
  ends: Date
}

/** Is this a time zone that we know, by its IANA name? */
export function isTimeZone(name: string): boolean {
  try {
    wallClock(name)
    return true
  } catch {
    return false
  }
}

/** The last `count` days of a time zone, today being the last; days with a change of the clocks are shorter or longer. */
export function lastDays(zone: string, count: number, now: Date): LocalDay[] {
  const clock = wallClock(zone)
  const today = new Date(wallTime(clock, now.getTime()))
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  const starts = Array.from({ length: count + 1 }, (_, i) => midnight + (i + 1 - count) * day)
  return starts.slice(0, -1).map((wall, i) => ({
    day: new Date(wall).toISOString().slice(0, 10),
    begins: instantOf(clock, wall),
    ends: instantOf(clock, starts[i + 1] ?? wall + day),
  }))
}

const day = 86_400_000

/** The instant at which the wall shows this; where the clocks skip it, the instant of the skip. */
function instantOf(clock: Intl.DateTimeFormat, wall: number): Date {
  const first = wall - (wallTime(clock, wall) - wall)
  return new Date(wall - (wallTime(clock, first) - first))
}

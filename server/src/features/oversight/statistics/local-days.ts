import { instantAtWall, wallClock, wallTime } from '#platform/wall-clock.ts'

export interface LocalDay {
  /** YYYY-MM-DD */
  day: string
  begins: Date
  ends: Date
}

export function isTimeZone(name: string): boolean {
  try {
    wallClock(name)
    return true
  } catch {
    return false
  }
}

/** The last `count` days of a time zone, ending today; days with a clock change are shorter or longer. */
export function lastDays(zone: string, count: number, now: Date): LocalDay[] {
  const clock = wallClock(zone)
  const today = new Date(wallTime(clock, now.getTime()))
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  const starts = Array.from({ length: count + 1 }, (_, i) => midnight + (i + 1 - count) * day)
  return starts.slice(0, -1).map((wall, i) => ({
    day: new Date(wall).toISOString().slice(0, 10),
    begins: instantAtWall(clock, wall),
    ends: instantAtWall(clock, starts[i + 1] ?? wall + day),
  }))
}

const day = 86_400_000

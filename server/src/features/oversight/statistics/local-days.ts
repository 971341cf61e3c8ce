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
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** The last `count` days of a time zone, today being the last; days with a change of the clocks are shorter or longer. */
export function lastDays(zone: string, count: number, now: Date): LocalDay[] {
  const clock = clockOf(zone)
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

const clockOf = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** What a clock on the wall shows at an instant, as if it were UTC. */
function wallTime(clock: Intl.DateTimeFormat, instant: number): number {
  const part = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

/** The instant at which the wall shows this; where the clocks skip it, the instant of the skip. */
function instantOf(clock: Intl.DateTimeFormat, wall: number): Date {
  const first = wall - (wallTime(clock, wall) - wall)
  return new Date(wall - (wallTime(clock, first) - first))
}

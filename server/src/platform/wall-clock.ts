export const wallClock = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** The local time at an instant, to the second, expressed as if it were UTC; both in milliseconds. */
export function wallTime(clock: Intl.DateTimeFormat, instant: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instant of a local time; for a skipped local time, the instant of the clock change. */
export function instantAtWall(clock: Intl.DateTimeFormat, wall: number): Date {
  const first = wall - (wallTime(clock, wall) - wall)
  return new Date(wall - (wallTime(clock, first) - first))
}

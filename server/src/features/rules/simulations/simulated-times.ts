import { wallClock, wallTime } from '#platform/wall-clock.ts'

const minute = 60_000
const day = 1440 * minute
const week = 7 * day

const clocks = new Map<string, Intl.DateTimeFormat>()
const mostClocks = 100

export function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = clocks.get(zone)
  if (known) return known
  try {
    const clock = wallClock(zone)
    if (clocks.size < mostClocks) clocks.set(zone, clock)
    return clock
  } catch {
    return undefined
  }
}

/** Local time at an instant, expressed as UTC; to the minute. */
export function wallOf(clock: Intl.DateTimeFormat, at: number): number {
  return Math.floor(wallTime(clock, at) / minute) * minute
}

const offsetOf = (clock: Intl.DateTimeFormat, at: number) => wallOf(clock, at) - Math.floor(at / minute) * minute

function instantsIn(clock: Intl.DateTimeFormat, begins: number, minutes: readonly number[]): number[] {
  const found: number[] = []
  const today = Math.floor(wallOf(clock, begins) / day) * day
  for (let ahead = 0; ahead <= 7; ahead++)
    for (const of of minutes) {
      const wall = today + ahead * day + of * minute
      const first = wall - offsetOf(clock, wall)
      found.push(wall - offsetOf(clock, first))
    }
  return found
}

export type SimulatedTimes = ReadonlyMap<string, readonly number[]>

/**
 * Representative instants: one in each interval between changes. For one zone, one week is enough. Several
 * zones shift against each other during the year, so each combination gets a week.
 */
export function instantsFor(turns: SimulatedTimes, from: Date): Date[] {
  const zones = [...turns].flatMap(([zone, minutes]) => {
    const clock = clockOf(zone)
    return clock ? [{ clock, minutes: [...new Set([0, ...minutes])] }] : []
  })
  const first = Math.floor(from.getTime() / day) * day
  const found = new Set<number>()
  const seen = new Set<string>()
  for (let ahead = 0; ahead < (zones.length > 1 ? 53 : 1); ahead++) {
    const begins = first + ahead * week
    const at = (instant: number) => zones.map(({ clock }) => offsetOf(clock, instant)).join(' ')
    const way = `${at(begins)} ${at(begins + week)}`
    if (seen.has(way)) continue
    seen.add(way)
    for (const { clock, minutes } of zones) for (const instant of instantsIn(clock, begins, minutes)) found.add(instant)
  }
  return found.size === 0 ? [from] : [...found].map(instant => new Date(instant))
}

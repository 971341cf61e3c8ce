import { wallClock, wallTime } from '../../../ground/wall-clock.ts'

const minute = 60_000
const day = 1440 * minute
const week = 7 * day

const clocks = new Map<string, Intl.DateTimeFormat>()
const mostClocks = 100

/** A clock of a time zone; none where the zone is unknown. */
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

/** What a clock on the wall shows at an instant, as if it were UTC; to the minute. */
export function wallOf(clock: Intl.DateTimeFormat, at: number): number {
  return Math.floor(wallTime(clock, at) / minute) * minute
}

const offsetOf = (clock: Intl.DateTimeFormat, at: number) => wallOf(clock, at) - Math.floor(at / minute) * minute

/** Instants within a week that begins then at which the wall shows one of these minutes of the day. */
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

/** Minutes of the day at which something begins or ends in a zone. */
export type Turns = ReadonlyMap<string, readonly number[]>

/**
 * Instants that stand for all there are: in each stretch in which nothing begins or ends lies one of them. One week is
 * enough for one zone; several are to each other as they are in some week of the year, so each way that happens has one.
 */
export function instantsFor(turns: Turns, from: Date): Date[] {
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

import type { TimeSpan } from '@claviger/contract/decide/policy-content'
import { wallClock, wallTime } from '#platform/wall-clock.ts'

const day = 1440
const week = 7 * day

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Covered minutes of a week that starts on Monday: alternating start and end, disjoint and sorted. */
export type WeekCoverage = Int32Array

export function coverageOf(spans: readonly TimeSpan[]): WeekCoverage {
  const pieces = spans.flatMap(({ days, from, to }) =>
    days.flatMap(of => {
      const begin = (of - 1) * day + minuteOf(from)
      const end = (of - 1) * day + minuteOf(to) + (minuteOf(to) <= minuteOf(from) ? day : 0)
      return end <= week
        ? [[begin, end] as const]
        : ([
            [begin, week],
            [0, end - week],
          ] as const)
    }),
  )
  const whole: number[] = []
  for (const [begin, end] of pieces.toSorted(([one], [other]) => one - other)) {
    const last = whole.length - 1
    if (last > 0 && begin <= (whole[last] as number)) whole[last] = Math.max(whole[last] as number, end)
    else if (begin < end) whole.push(begin, end)
  }
  return Int32Array.from(whole)
}

export function isCovered(pairs: WeekCoverage, minute: number): boolean {
  let low = 0
  let high = pairs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((pairs[middle] as number) <= minute) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

const written =
  /^([1-7](?:-[1-7])?(?:,[1-7](?:-[1-7])?)*) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** Parses a span such as `1-5 20:00-06:00`; undefined if invalid. */
export function spanOf(text: string): TimeSpan | undefined {
  const [, which = '', from = '', to = ''] = written.exec(text) ?? []
  if (which === '' || from === to) return undefined
  const days = new Set<number>()
  for (const part of which.split(',')) {
    const first = Number(part.slice(0, 1))
    const last = Number(part.slice(-1))
    if (last < first) return undefined
    for (let of = first; of <= last; of++) days.add(of)
  }
  return { days: [...days].toSorted((one, other) => one - other), from, to }
}

interface Shift {
  readonly from: number
  readonly offset: number
}

/** An IANA time zone. Intl calls take microseconds, so a year's offsets are cached. */
class Zone {
  readonly #clock: Intl.DateTimeFormat
  readonly #years = new Map<number, readonly Shift[]>()
  #year = Number.NaN
  #shifts: readonly Shift[] = []

  constructor(name: string) {
    this.#clock = wallClock(name)
  }

  #offset(second: number): number {
    return wallTime(this.#clock, second * 1000) / 1000 - second
  }

  /** Samples every four days: no zone changes its offset and back within that time, so no change is missed. */
  #shiftsOf(year: number): readonly Shift[] {
    const end = Date.UTC(year + 1, 0, 1) / 1000
    let before = Date.UTC(year, 0, 1) / 1000
    let offset = this.#offset(before)
    const shifts: Shift[] = [{ from: before, offset }]
    while (before < end) {
      const next = Math.min(before + 345_600, end)
      const then = this.#offset(next)
      if (then !== offset) {
        let [low, high] = [before, next]
        while (high - low > 1) {
          const middle = Math.floor((low + high) / 2)
          if (this.#offset(middle) === offset) low = middle
          else high = middle
        }
        offset = then
        shifts.push({ from: high, offset })
      }
      before = next
    }
    return shifts
  }

  minuteOfWeek(at: number): number {
    const second = Math.floor(at / 1000)
    const year = new Date(at).getUTCFullYear()
    if (year !== this.#year) {
      if (this.#years.size > 20) this.#years.clear()
      this.#shifts = this.#years.get(year) ?? this.#shiftsOf(year)
      this.#years.set(year, this.#shifts)
      this.#year = year
    }
    let shift = this.#shifts.length - 1
    while (shift > 0 && second < (this.#shifts[shift] as Shift).from) shift--
    const minute = Math.floor((second + (this.#shifts[shift] as Shift).offset) / 60)
    // January 1, 1970 was a Thursday
    return (((minute + 3 * day) % week) + week) % week
  }
}

const zones = new Map<string, Zone | undefined>()

function zoneOf(name: string): Zone | undefined {
  if (zones.has(name)) return zones.get(name)
  let zone: Zone | undefined
  try {
    // Intl also accepts plain offsets, which have no daylight saving time
    if (/^[A-Za-z]/.test(name)) zone = new Zone(name)
  } catch {
    // Unknown zone
  }
  if (zones.size > 2000) zones.clear()
  zones.set(name, zone)
  return zone
}

export const isZone = (name: string): boolean => zoneOf(name) !== undefined

export const minuteOfWeek = (zone: string, at: number): number | undefined => zoneOf(zone)?.minuteOfWeek(at)

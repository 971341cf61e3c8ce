import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextTime, nextTimes, type Times } from './workflow-times.ts'

const times = (interval: number, more: Partial<Times> = {}): Times => ({
  interval,
  hour: 2,
  minute: 30,
  day: null,
  zone: 'Europe/Berlin',
  ...more,
})
const at = (of: Times, after: string, count: number) =>
  nextTimes(of, new Date(after), count).map(one => one.toISOString().slice(0, 16))

describe('daylight saving time changes', () => {
  test('a skipped time runs at the first instant after the gap', () => {
    expect(at(times(1), '2026-03-28T12:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
  })

  test('a repeated time runs only the first time', () => {
    expect(at(times(1), '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  test('an hourly run happens every hour', () => {
    expect(at(times(0), '2026-10-24T23:45Z', 3)).toEqual(['2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T02:30'])
  })
})

test('a monthly run on a missing day happens on the last day of the month', () => {
  const after = '2027-01-31T12:00Z'
  expect(at(times(3, { day: 31 }), after, 3)).toEqual(['2027-02-28T01:30', '2027-03-31T00:30', '2027-04-30T00:30'])
  expect(at(times(3, { day: 30 }), after, 3)).toEqual(['2027-02-28T01:30', '2027-03-30T00:30', '2027-04-30T00:30'])
  expect(at(times(3, { day: 29 }), '2028-01-31T12:00Z', 2)).toEqual(['2028-02-29T01:30', '2028-03-29T00:30'])
  expect(at(times(3, { day: 15 }), after, 1)).toEqual(['2027-02-15T01:30'])
})

test('a week starts on Sunday, which is 0 (R189)', () => {
  expect(at(times(2, { day: 0, zone: 'UTC' }), '2026-11-23T00:00Z', 1)).toEqual(['2026-11-29T02:30'])
})

const zones = Intl.supportedValuesOf('timeZone')
const anyTimes = fc.record({
  interval: fc.integer({ min: 0, max: 3 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  day: fc.integer({ min: 1, max: 6 }),
  zone: fc.constantFrom(...zones),
})
const anyInstant = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const longest = [2, 26, 8 * 24, 32 * 24].map(hours => hours * 3_600_000)

test('in every time zone the next times are in order, later than now, and not too late', () => {
  fc.assert(
    fc.property(anyTimes, anyInstant, (of, after) => {
      const next = nextTimes(of, after, 3)
      expect(next).toHaveLength(3)
      let before = after
      for (const one of next) {
        expect(one.getTime()).toBeGreaterThan(before.getTime())
        expect(one.getTime() - before.getTime()).toBeLessThanOrEqual(longest[of.interval] ?? 0)
        before = one
      }
      expect(nextTime(of, new Date((next[1] as Date).getTime() - 1000))).toEqual(next[1])
    }),
    { numRuns: 300 },
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOf, isCovered, isZone, minuteOfWeek, spanOf } from './evaluator.times.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const clocks = new Map<string, Intl.DateTimeFormat>()
function asked(zone: string, at: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  const parts = clocks.set(zone, clock).get(zone)?.formatToParts(at) ?? []
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return days.indexOf(part('weekday')) * 1440 + Number(part('hour')) * 60 + Number(part('minute'))
}

const zones = Intl.supportedValuesOf('timeZone')

test('the minute of the week is right in every time zone, at any instant of fifty years', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1985, 0), max: Date.UTC(2037, 0) }),
      (zone, at) => {
        expect([zone, at, minuteOfWeek(zone, at)]).toEqual([zone, at, asked(zone, at)])
      },
    ),
    { numRuns: 200, seed: 14 },
  )
})

test.each([
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/St_Johns', '2010-11-07T02:31:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Asia/Gaza', '2026-03-28T00:00:00Z'],
  ['UTC', '2026-12-31T23:59:00Z'],
])('each minute around a clock change in %s at %s is right', (zone, change) => {
  const wrong: number[] = []
  for (let minute = -180; minute <= 180; minute++) {
    const at = Date.parse(change) + minute * 60_000
    if (minuteOfWeek(zone, at) !== asked(zone, at)) wrong.push(at)
    if (minuteOfWeek(zone, at + 59_999) !== asked(zone, at)) wrong.push(at + 59_999)
  }
  expect(wrong).toEqual([])
})

const isDuring = (span: string, zone: string, at: string) =>
  isCovered(coverageOf([spanOf(span)].flatMap(one => one ?? [])), minuteOfWeek(zone, Date.parse(at)) ?? -1)

test('an overnight span belongs to the day it starts on, also across the end of the week', () => {
  const zone = 'Europe/Berlin'
  expect(isDuring('5 20:00-06:00', zone, '2026-11-20T18:59:59Z')).toBe(false)
  expect(isDuring('5 20:00-06:00', zone, '2026-11-20T19:00:00Z')).toBe(true)
  expect(isDuring('5 20:00-06:00', zone, '2026-11-21T04:59:59Z')).toBe(true)
  expect(isDuring('5 20:00-06:00', zone, '2026-11-21T05:00:00Z')).toBe(false)
  expect(isDuring('7 20:00-06:00', zone, '2026-11-23T04:59:59Z')).toBe(true)
  expect(isDuring('7 20:00-06:00', zone, '2026-11-22T04:59:59Z')).toBe(false)
  expect(isDuring('7 12:00-24:00', zone, '2026-11-22T22:59:59Z')).toBe(true)
  expect(isDuring('7 12:00-24:00', zone, '2026-11-22T23:00:00Z')).toBe(false)
})

test('a repeated hour counts twice, and a skipped hour never counts', () => {
  const hours = '7 02:00-03:00'
  const during = (from: string, minutes: number) =>
    Array.from({ length: minutes }, (_, at) => new Date(Date.parse(from) + at * 60_000).toISOString()).filter(at =>
      isDuring(hours, 'Europe/Berlin', at),
    ).length
  expect(during('2026-10-24T22:00:00Z', 25 * 60)).toBe(120)
  expect(during('2026-03-28T23:00:00Z', 23 * 60)).toBe(0)
  expect(during('2026-11-21T23:00:00Z', 24 * 60)).toBe(60)
})

test('merges spans that touch or overlap, in any order', () => {
  const all = ['1 08:00-12:00', '1 12:00-14:00', '1 10:00-13:00', '2 00:00-24:00', '1 22:00-01:00'].flatMap(
    one => spanOf(one) ?? [],
  )
  expect([...coverageOf(all)]).toEqual([480, 840, 1320, 2880])
  expect([...coverageOf([])]).toEqual([])
})

test('recognizes invalid time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Calcutta'].map(isZone)).toEqual([true, true, true])
  expect(['Europe/Nowhere', '+02:00', '', 'Berlin; drop'].map(isZone)).toEqual([false, false, false, false])
  expect(minuteOfWeek('Europe/Nowhere', 0)).toBeUndefined()
})

test('reads spans in list notation and nothing else', () => {
  expect(spanOf('1-5 20:00-06:00')).toEqual({ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' })
  expect(spanOf('1,3 08:00-12:00')).toEqual({ days: [1, 3], from: '08:00', to: '12:00' })
  for (const text of [
    '',
    '8 08:00-09:00',
    '5-1 08:00-09:00',
    '1 08:00-08:00',
    '1 24:00-08:00',
    '1 8:00-09:00',
    '1 08:00',
    'Mo 08:00-09:00',
  ])
    expect([text, spanOf(text)]).toEqual([text, undefined])
})

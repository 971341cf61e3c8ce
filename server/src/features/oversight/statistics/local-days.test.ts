import { expect, test } from 'vitest'
import { isTimeZone, lastDays } from './local-days.ts'

const begins = (zone: string, count: number, now: string) =>
  lastDays(zone, count, new Date(now)).map(({ day, begins: at }) => `${day} ${at.toISOString()}`)

test('days begin at midnight in the time zone, and today is the last day', () => {
  expect(begins('Asia/Tokyo', 2, '2026-11-20T15:30:00Z')).toEqual([
    '2026-11-20 2026-11-19T15:00:00.000Z',
    '2026-11-21 2026-11-20T15:00:00.000Z',
  ])
})

test('a day with a clock change is shorter or longer', () => {
  const lengths = (zone: string, now: string) =>
    lastDays(zone, 3, new Date(now)).map(one => (one.ends.getTime() - one.begins.getTime()) / 3_600_000)
  expect(lengths('Europe/Vienna', '2026-03-30T12:00:00Z')).toEqual([24, 23, 24])
  expect(lengths('Europe/Vienna', '2026-10-26T12:00:00Z')).toEqual([24, 25, 24])
})

test('a day whose midnight is skipped begins after the skip', () => {
  expect(begins('Asia/Beirut', 1, '2026-03-29T12:00:00Z')).toEqual(['2026-03-29 2026-03-28T22:00:00.000Z'])
})

test('each day ends where the next begins', () => {
  for (const zone of ['America/Havana', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC']) {
    const days = lastDays(zone, 90, new Date('2026-11-20T10:00:00Z'))
    days.slice(1).forEach((one, i) => expect(one.begins).toEqual(days[i]?.ends))
    expect(new Set(days.map(one => one.day)).size).toBe(90)
  }
})

test('unknown time zones are refused', () => {
  expect(isTimeZone('Europe/Vienna')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})

import { expect, test } from 'vitest'
import { afterRestart, measured, serverNow } from './server-time.ts'

const hour = 3_600_000

test('a tap gets the time of the server on a kiosk whose clock is hours off', () => {
  const time = measured(10 * hour, { wall: 3 * hour, steady: 100 }, { wall: 3 * hour + 200, steady: 300 })
  expect(serverNow(time, { wall: 3 * hour + 1200, steady: 1300 })).toBe(10 * hour + 1100)
})

test('changing the clock while the kiosk runs has no effect', () => {
  const time = measured(10 * hour, { wall: 3 * hour, steady: 100 }, { wall: 3 * hour + 200, steady: 300 })
  expect(serverNow(time, { wall: 10 * hour, steady: 1300 })).toBe(10 * hour + 1100)
})

test('the clock difference is kept after a restart', () => {
  const time = afterRestart(measured(10 * hour, { wall: 3 * hour, steady: 90_000 }, { wall: 3 * hour, steady: 90_000 }))
  expect(serverNow(time, { wall: 4 * hour, steady: 12 })).toBe(11 * hour)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticks } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [4400, [0, 1000, 2000, 3000, 4000, 5000]],
  [96_000, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
])('the scale up to %i', (highest, marks) => {
  expect(ticks(highest)).toEqual(marks)
})

test('the marks cover each bar and are few', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), highest => {
      const marks = ticks(highest)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(marks.length).toBeLessThanOrEqual(6)
      expect(marks.every(Number.isInteger)).toBe(true)
    }),
  )
})

import { expect, test } from 'vitest'
import { bittingOf } from './bitting.ts'

test('keys have different teeth, and one key has the same each time', () => {
  const ids = Array.from({ length: 50 }, (_, number) => `0198f3a2-7c41-7000-8000-${String(number).padStart(12, '0')}`)
  expect(new Set(ids.map(bittingOf)).size).toBe(ids.length)
  expect(bittingOf(ids[7] ?? '')).toBe(bittingOf(ids[7] ?? ''))
})

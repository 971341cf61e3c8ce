import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { expect, test } from 'vitest'
import { dayIn, endOfDay, lookOf } from './api-key-labels.ts'

test('a date and the instant of its end are the same day', () => {
  expect(dayIn(endOfDay('2026-12-31'))).toBe('2026-12-31')
  expect(endOfDay('')).toBeUndefined()
  expect(dayIn(undefined)).toBe('')
})

test.each([
  ['orphaned', 'No responsible administrator'],
  ['less', 'Reduced permissions'],
  ['whole', 'Active'],
])('a key with the state %s is "%s"', (standing, word) => {
  expect(lookOf({ expiresAt: null, standing } as ApiKey).word).toBe(word)
})

test.each([
  [null, 'Active'],
  ['2026-06-01T00:00:00Z', 'Active'],
  ['2026-01-08T00:00:00Z', 'Expires soon'],
  ['2026-01-01T00:00:00Z', 'Expired'],
])('a key with the expiry %s is "%s"', (expiresAt, word) => {
  expect(lookOf({ expiresAt } as ApiKey, Date.parse('2026-01-01T00:00:00Z')).word).toBe(word)
})

import { expect, test } from 'vitest'
import { countryOptions, mainCountryOf, prefixOf } from './phone-countries.ts'

test('each country is offered once with its dialing code; a shared code belongs to its main country (R149)', () => {
  const options = countryOptions()
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
  for (const { prefix } of options) expect(prefix).toMatch(/^\+\d{1,3}$/)
  // No numbered list, so no entry 232
  expect(options.filter(({ value }) => !/^[A-Z]{2}$/.test(value))).toEqual([])
  expect([prefixOf('GB'), prefixOf('JE'), mainCountryOf('+44')]).toEqual(['+44', '+44', 'GB'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersByText } from './numbers-by-text.ts'

test('behaves like a Map', () => {
  const acts = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 2 ** 31 })), { maxLength: 200 })
  fc.assert(
    fc.property(acts, fc.string({ maxLength: 3 }), (sets, other) => {
      const numbers = numbersByText()
      const map = new Map<string, number>()
      for (const [text, number] of sets) {
        expect(numbers.get(text)).toBe(map.get(text))
        numbers.set(text, number)
        map.set(text, number)
      }
      for (const text of [...map.keys(), other]) expect(numbers.get(text)).toBe(map.get(text))
    }),
  )
})

test('distinguishes as many texts as the largest file contains', () => {
  const numbers = numbersByText()
  const rows = Array.from({ length: 100_000 }, (_, place) => place + 2)
  for (const row of rows) numbers.set(`email:user.${row}@hospital.example`, row)
  expect(rows.filter(row => numbers.get(`email:user.${row}@hospital.example`) !== row)).toEqual([])
  expect(numbers.get('email:user.1@hospital.example')).toBeUndefined()
})

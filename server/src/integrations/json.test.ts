import { expect, test } from 'vitest'
import { jsonOf } from './json.ts'

test('reads JSON with strings of any length', () => {
  const page = { value: Array.from({ length: 999 }, (_, at) => ({ id: at, name: 'x'.repeat(2000) })) }
  expect(jsonOf(Buffer.from(JSON.stringify(page)))).toEqual(page)
})

test('refuses a 3 MB response of only empty objects', () => {
  expect(() => jsonOf(Buffer.from(`[${'{},'.repeat(1_000_000)}0]`))).toThrow('more than 150000 values')
})

test('reports invalid JSON as a syntax error', () => {
  expect(() => jsonOf(Buffer.from('<html>'))).toThrow(SyntaxError)
})

import { expect, test } from 'vitest'
import { jsonOf } from './json.ts'

test('reads JSON, however long its texts are', () => {
  const page = { value: Array.from({ length: 999 }, (_, at) => ({ id: at, name: 'x'.repeat(2000) })) }
  expect(jsonOf(Buffer.from(JSON.stringify(page)))).toEqual(page)
})

test('refuses an answer of 3 MB that is nothing but empty objects', () => {
  expect(() => jsonOf(Buffer.from(`[${'{},'.repeat(1_000_000)}0]`))).toThrow('too many values')
})

test('what is no JSON is told as before', () => {
  expect(() => jsonOf(Buffer.from('<html>'))).toThrow(SyntaxError)
})

import { expect, test } from 'vitest'
import { parseStrictly } from './strict-xml.ts'

test('reads XML of a usual size', () => {
  expect(parseStrictly(`<a>${'<b c=">">x</b>'.repeat(1500)}</a>`).documentElement?.childNodes.length).toBe(1500)
})

test.each([
  ['has a tag every four letters', `<a>${'<b/>'.repeat(75_000)}</a>`],
  ['nests a thousand deep', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`],
])('refuses XML that %s before anything is built of it', (_what, text) => {
  expect(() => parseStrictly(text)).toThrow('too many elements')
})

test('refuses tags that never end without reading the rest for each of them', () => {
  expect(() => parseStrictly('<'.repeat(300_000))).toThrow('not XML')
})

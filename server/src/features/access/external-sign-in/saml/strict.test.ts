import { expect, test } from 'vitest'
import { parseStrictly } from './strict-xml.ts'

test('parses XML of a typical size', () => {
  expect(parseStrictly(`<a>${'<b c=">">x</b>'.repeat(1500)}</a>`).documentElement?.childNodes.length).toBe(1500)
})

test.each([
  ['has a tag every four characters', `<a>${'<b/>'.repeat(75_000)}</a>`, 'more than 20000 tags'],
  ['has a thousand nested elements', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, 'deeper than 100 levels'],
])('refuses XML that %s before building a document', (_what, text, says) => {
  expect(() => parseStrictly(text)).toThrow(says)
})

test('refuses unterminated tags without quadratic work', () => {
  expect(() => parseStrictly('<'.repeat(300_000))).toThrow('not XML')
})

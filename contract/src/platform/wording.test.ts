import { expect, test } from 'vitest'
import { firstSupportedLanguage } from './languages.ts'
import { translateMessage } from './wording.ts'

const users = '{count, plural, =0 {nobody} one {# user} other {# users}}'

test('values replace their names, with numbers grouped by the language', () => {
  expect(translateMessage('Hello {name}, {n}', { name: 'Ada', n: 12_840 }, 'en-US')).toBe('Hello Ada, 12,840')
  expect(translateMessage('{n}', { n: 12_840 }, 'de-DE')).toBe('12.840')
  for (const n of [999, 1000, 12_840, 1_000_000, 9_007_199_254_740_991, -1200, 1234.5])
    for (const language of ['en-US', 'de-DE', 'es', 'pl'])
      expect(translateMessage('{n}', { n }, language), language).toBe(n.toLocaleString(language))
})

test('plurals follow the language, exact numbers first', () => {
  expect([0, 1, 1200].map(count => translateMessage(users, { count }, 'en-US'))).toEqual([
    'nobody',
    '1 user',
    '1,200 users',
  ])
  expect(translateMessage('{n, plural, one {a} few {b} many {c} other {d}}', { n: 3 }, 'pl')).toBe('b')
})

test('select can contain a plural', () => {
  const text = '{who, select, me {You have {n, plural, one {# key} other {# keys}}} other {{who} has {n}}}'
  expect(translateMessage(text, { who: 'me', n: 1 }, 'en-US')).toBe('You have 1 key')
  expect(translateMessage(text, { who: 'Ada', n: 2 }, 'en-US')).toBe('Ada has 2')
})

test('apostrophes quote only braces', () => {
  expect(translateMessage("{name}'s key", { name: 'Ada' }, 'en-US')).toBe("Ada's key")
  expect(translateMessage("Use '{name}' as it is", {}, 'en-US')).toBe('Use {name} as it is')
})

test('a broken text reports the position', () => {
  for (const text of ['{', 'a }', '{n, plural, one {x}}', '{n, ordinal, other {x}}', '{ }'])
    expect(() => translateMessage(text, {}, 'en-US'), text).toThrow('at ')
})

test('the first supported language of the preferences is used', () => {
  expect(firstSupportedLanguage(['fr-FR', 'de-AT;q=0.9', 'en'])).toBe('de')
  expect(firstSupportedLanguage(['xx', '', 'constructor'])).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { email, nameText, text } from './fields.ts'
import { canonicalEmail, cleanText, hasHiddenCharacter } from './plain-text.ts'

describe('an email address', () => {
  test.each([
    ['J\u00d6RG@B\u00fccher.Example', 'j\u00f6rg@xn--bcher-kva.example'],
    ['jo\u0308rg@bu\u0308cher.example', 'j\u00f6rg@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['plain@example.org', 'plain@example.org'],
    // IDNA leaves out what is not shown (UTS 46)
    ['a@ex\u00adample.org', 'a@example.org'],
    ['a@b\u200bc.example', 'a@bc.example'],
  ])('%s has the form %s at every entry point', (written, form) => {
    expect(canonicalEmail(written)).toBe(form)
    expect(email().parse(` ${written} `)).toBe(form)
  })

  test.each(['a\u200bb@example.org', '\u202ea@example.org'])('%j is refused', written =>
    expect(email().safeParse(written).success).toBe(false),
  )
})

describe('a name', () => {
  test('is normalized to composed characters', () => expect(nameText(9, 'x').parse('Jose\u0301')).toBe('Jos\u00e9'))
  test.each(['Ann\nLee', 'A\u202eb', 'A\u200bb', 'A\u0000', '\u2066a', 'A\u{e0041}'])('%j is refused', written =>
    expect(nameText(99, 'x').safeParse(written).success).toBe(false),
  )
  test.each([
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u{1f469}\u200d\u2695\ufe0f Joy',
    'O\u2019Brien',
    '\u674e\u5a1c',
  ])('%s is accepted as written', written => expect(nameText(99, 'x').parse(written)).toBe(written))
})

test('longer texts are normalized and keep their lines', () => {
  expect(text(99).parse('a\nJose\u0301')).toBe('a\nJos\u00e9')
})

test('texts of directories lose invisible characters', () => {
  expect(cleanText(' A\u200bn\u202en ')).toBe('Ann')
  expect(hasHiddenCharacter('Ann')).toBe(false)
})

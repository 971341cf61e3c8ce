import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { spellingsOfCard } from '../keys/card-numbers.ts'
import {
  checkPin,
  hasSequence,
  isGuessable,
  isRepeated,
  pinAccepted,
  pinConfigOf,
  PinRules,
  pinRules,
  defaultPin,
} from './pin.ts'
import type { PinConfig, PinRule } from './pin.ts'

const all = Object.values(pinRules)
const length = { min: 4, max: 8 }
const bounds: Record<number, number> = { [pinRules.minLength]: length.min, [pinRules.maxLength]: length.max }
const ruleOf = (type: number): PinRule => (bounds[type] === undefined ? { type } : { type, value: bounds[type] })
const anyConfig = fc.subarray([...all]).map(types => pinConfigOf(types.map(ruleOf)))

describe('sequences (R137)', () => {
  test.each(['1234', '4321', '1235', 'abcX', '9012'])('%s contains a sequence', pin =>
    expect(hasSequence(pin)).toBe(true),
  )
  test.each(['1357', '8642', '1243', 'a1b2', 'ab12', '', '12', '8901'.slice(1)])('%j contains none', pin =>
    expect(hasSequence(pin)).toBe(false),
  )
  test('a sequence is found at any position and backwards', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 32, max: 120 }), fc.string(), (before, first, after) => {
        const run = String.fromCodePoint(first, first + 1, first + 2)
        expect(hasSequence(before + run + after)).toBe(true)
        expect(hasSequence(before + Array.from(run).toReversed().join('') + after)).toBe(true)
      }),
    )
  })
  test('a PIN without two neighbors one apart contains no sequence', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 16, max: 60 }), { maxLength: 12 }), numbers => {
        const even = numbers.map(number => String.fromCodePoint(number * 2)).join('')
        expect(hasSequence(even)).toBe(false)
      }),
    )
  })
})

describe('one repeated character (R138)', () => {
  test.each(['1111', 'aaaa', '😀😀'])('%s', pin => expect(isRepeated(pin)).toBe(true))
  test.each(['1112', '1122', '1', ''])('not %j', pin => expect(isRepeated(pin)).toBe(false))
})

describe('PINs that are easy to guess', () => {
  const card = spellingsOfCard('04A1B2')
  test.each(['1984', '2011', '24121984', '12241984', '19841224', '1170', '6628', '04a1', 'A104'])('%s', pin =>
    expect(isGuessable(pin, card)).toBe(true),
  )
  test.each(['2741', '739146', '2174', '99991984', '19849999', '1184', '66281'])('not %s', pin =>
    expect(isGuessable(pin, card)).toBe(false),
  )
  test.each(['1234', '0000', '1984', '24121984'])('the default rules refuse %s', pin =>
    expect(pinAccepted(defaultPin, pin)).toBe(false),
  )
  test('the default rules accept other PINs', () => expect(pinAccepted(defaultPin, '2741', card)).toBe(true))
})

describe('the PIN checklist', () => {
  const only = (rule: keyof typeof pinRules): PinConfig => pinConfigOf([ruleOf(pinRules[rule])])
  const verdict = (rule: keyof typeof pinRules, pin: string) =>
    checkPin(only(rule), pin).find(line => line.rule === rule)?.verdict

  test.each([
    ['digit', '1', 'a٣'],
    ['symbol', '!', 'a1 é'],
    ['lowercase', 'é', 'É1'],
    ['uppercase', 'Ж', 'ж1'],
    ['minLength', '1234', '123'],
    ['minLength', '😀😀😀😀', '😀😀'],
    ['maxLength', '12345678', '123456789'],
    ['notRepeated', '1112', '1111'],
    ['notSequential', '1357', '1234'],
    ['notGuessable', '1357', '1984'],
  ] as const)('%s: %s passes, %s fails', (rule, good, bad) => {
    expect(verdict(rule, good)).toBe('pass')
    expect(verdict(rule, bad)).toBe('fail')
    expect(verdict(rule, '')).toBe('fail')
  })
  test('disabled rules do not apply to any PIN', () => {
    fc.assert(
      fc.property(fc.string(), pin => {
        expect(checkPin(pinConfigOf([]), pin).every(line => line.verdict === 'not applicable')).toBe(true)
      }),
    )
  })
  test('a PIN is accepted exactly when no line fails, and each rule has a line', () => {
    fc.assert(
      fc.property(anyConfig, fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), (config, pin) => {
        const lines = checkPin(config, pin)
        const shown = all.filter(type => type !== pinRules.notGuessable || config.notGuessable)
        expect(lines.map(({ rule }) => pinRules[rule]).toSorted((a, b) => a - b)).toEqual(shown)
        expect(pinAccepted(config, pin)).toBe(lines.every(line => line.verdict !== 'fail'))
      }),
    )
  })
  test('the texts contain the limits', () => {
    const says = checkPin(pinConfigOf([ruleOf(4), ruleOf(5)]), '').map(line => line.says)
    expect(says.slice(0, 2)).toEqual(['Has at least 4 characters', 'Has at most 8 characters'])
  })
})

describe('PIN rules of a workspace', () => {
  const fault = (rules: unknown) => z.safeParse(PinRules, rules).error?.issues[0]?.message
  test('an empty set of rules is refused (R135)', () => expect(fault([])).toBe('You must select at least one rule'))
  test('a maximum length that is not above the minimum is refused (R136)', () => {
    const says = 'Pin max length must be greater than min length'
    for (const max of [5, 6])
      expect(
        fault([
          { type: 4, value: max },
          { type: 5, value: 6 },
        ]),
      ).toBe(says)
    expect(
      fault([
        { type: 4, value: 7 },
        { type: 5, value: 6 },
      ]),
    ).toBeUndefined()
  })
  test.each([
    ['a length without a number', [{ type: 5 }]],
    ['a number where none is allowed', [{ type: 0, value: 5 }]],
    ['a duplicate rule', [{ type: 0 }, { type: 0 }]],
    ['an unknown rule', [{ type: 9 }]],
    ['a length of 3', [{ type: 5, value: 3 }]],
    ['a length of 64', [{ type: 4, value: 64 }]],
  ])('%s is refused', (_what, rules) => expect(fault(rules)).toBeDefined())
})

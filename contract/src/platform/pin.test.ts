import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkPin, hasSequence, isRepeated, pinAccepted, pinConfigOf, PinRules, pinRules } from './pin.ts'
import type { PinConfig, PinRule } from './pin.ts'

const all = Object.values(pinRules)
const length = { min: 4, max: 8 }
const bounds: Record<number, number> = { [pinRules.minLength]: length.min, [pinRules.maxLength]: length.max }
const ruleOf = (type: number): PinRule => (bounds[type] === undefined ? { type } : { type, value: bounds[type] })
const anyConfig = fc.subarray([...all]).map(types => pinConfigOf(types.map(ruleOf)))

describe('sequences (R137)', () => {
  test.each(['1234', '4321', '1235', 'abcX', '9012'])('%s has one', pin => expect(hasSequence(pin)).toBe(true))
  test.each(['1357', '8642', '1243', 'a1b2', 'ab12', '', '12', '8901'.slice(1)])('%j has none', pin =>
    expect(hasSequence(pin)).toBe(false),
  )
  test('a run stays one wherever it stands, and backwards', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 32, max: 120 }), fc.string(), (before, first, after) => {
        const run = String.fromCodePoint(first, first + 1, first + 2)
        expect(hasSequence(before + run + after)).toBe(true)
        expect(hasSequence(before + Array.from(run).toReversed().join('') + after)).toBe(true)
      }),
    )
  })
  test('without two neighbours a step of one apart there is none', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 16, max: 60 }), { maxLength: 12 }), numbers => {
        const even = numbers.map(number => String.fromCodePoint(number * 2)).join('')
        expect(hasSequence(even)).toBe(false)
      }),
    )
  })
})

describe('one character over and over (R138)', () => {
  test.each(['1111', 'aaaa', '😀😀'])('%s', pin => expect(isRepeated(pin)).toBe(true))
  test.each(['1112', '1122', '1', ''])('not %j', pin => expect(isRepeated(pin)).toBe(false))
})

describe('the checklist', () => {
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
  ] as const)('%s: %s passes, %s fails', (rule, good, bad) => {
    expect(verdict(rule, good)).toBe('pass')
    expect(verdict(rule, bad)).toBe('fail')
    expect(verdict(rule, '')).toBe('fail')
  })
  test('rules that are off do not apply, whatever the PIN', () => {
    fc.assert(
      fc.property(fc.string(), pin => {
        expect(checkPin(pinConfigOf([]), pin).every(line => line.verdict === 'not applicable')).toBe(true)
      }),
    )
  })
  test('a PIN is accepted just when no line fails, and each rule has its line', () => {
    fc.assert(
      fc.property(anyConfig, fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), (config, pin) => {
        const lines = checkPin(config, pin)
        expect(lines.map(({ rule }) => pinRules[rule]).toSorted((a, b) => a - b)).toEqual(all)
        expect(pinAccepted(config, pin)).toBe(lines.every(line => line.verdict !== 'fail'))
      }),
    )
  })
  test('the bounds stand in the words', () => {
    const says = checkPin(pinConfigOf([ruleOf(4), ruleOf(5)]), '').map(line => line.says)
    expect(says.slice(0, 2)).toEqual(['Has at least 4 characters', 'Has at most 8 characters'])
  })
})

describe('the rules that a workspace may have', () => {
  const fault = (rules: unknown) => z.safeParse(PinRules, rules).error?.issues[0]?.message
  test('none at all are refused (R135)', () => expect(fault([])).toBe('You must select at least one rule'))
  test('a longest that is not over the shortest is refused, the same too (R136)', () => {
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
    ['a length without its number', [{ type: 5 }]],
    ['a number where none belongs', [{ type: 0, value: 5 }]],
    ['a rule twice', [{ type: 0 }, { type: 0 }]],
    ['an unknown rule', [{ type: 8 }]],
    ['a length of three', [{ type: 5, value: 3 }]],
    ['a length of sixty-four', [{ type: 4, value: 64 }]],
  ])('%s is refused', (_what, rules) => expect(fault(rules)).toBeDefined())
})

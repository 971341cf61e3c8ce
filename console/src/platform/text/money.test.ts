import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, digitsOf, minorOf, moneyOf } from './money.ts'

describe('an amount in minor units', () => {
  test.each([
    [244_920, 'USD', '$2,449.20'],
    [-5, 'EUR', '-€0.05'],
    [1500, 'JPY', '¥1,500'],
    [1500, 'KWD', 'KWD 1.500'],
  ])('%i %s reads %s', (minor, currency, text) => {
    expect(moneyOf(minor, currency).replaceAll('\u00A0', ' ')).toBe(text)
  })

  test('survives an input field in currencies with no, two, and three decimals', () => {
    fc.assert(
      fc.property(fc.nat(900_000_000), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
        expect(minorOf(amountOf(minor, currency), digitsOf(currency))).toBe(minor)
      }),
    )
  })

  test.each([
    ['2,5', 2, 250],
    ['2', 2, 200],
    ['2.555', 2, null],
    ['2.5', 0, null],
    ['1e3', 2, null],
    ['-1', 2, null],
    ['', 2, null],
  ])('"%s" with %i decimals is read as %s', (text, digits, minor) => {
    expect(minorOf(text, digits)).toBe(minor)
  })
})

import { describe, expect, test } from 'vitest'
import {
  canonicalCard,
  cardAsRead,
  cardOfDecimal,
  cardOfHex,
  decimalOfCard,
  reversedCard,
  usualReading,
} from './card-numbers.ts'

describe('a decimal number', () => {
  test.each([
    ['1234567890', 'D2029649'],
    ['305419896', '78563412'],
    ['256', '0001'],
    ['1', '01'],
    ['11706628', '04A1B2'],
    ['4294967296', '0000000001'],
    ['19369431234567890', 'D2DE3C2465D044'],
    ['0001234567', '87D612'],
    ['0', '00'],
    ['000', '00'],
  ])('%s is %s', (text, card) => expect(cardOfDecimal(text)).toBe(card))

  test.each(['', ' ', '12a', '-5', '1.5', '1e3', '٣', '9'.repeat(40), (2n ** 128n).toString()])('%j is invalid', text =>
    expect(cardOfDecimal(text)).toBeUndefined(),
  )
})

function bytesByHand(text: string): string {
  let digits = Array.from(text, Number)
  let hex = ''
  do {
    let rest = 0
    const quotient: number[] = []
    for (const digit of digits) {
      const value = rest * 10 + digit
      quotient.push(Math.floor(value / 256))
      rest = value % 256
    }
    hex += rest.toString(16).padStart(2, '0').toUpperCase()
    const first = quotient.findIndex(digit => digit > 0)
    digits = first === -1 ? [] : quotient.slice(first)
  } while (digits.length > 0)
  return hex
}

test('a decimal number equals a long division by hand and converts back', () => {
  let seed = 123456789
  const chance = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31
  for (let round = 0; round < 3000; round++) {
    const length = 1 + Math.floor(chance() * 38)
    const rest = Array.from({ length: length - 1 }, () => Math.floor(chance() * 10)).join('')
    const text = `${1 + Math.floor(chance() * 9)}${rest}`
    const card = cardOfDecimal(text)
    expect(card, text).toBe(bytesByHand(text))
    expect(decimalOfCard(card as string)).toBe(text)
    // Padding with zero bytes and byte order must not change the card's identity
    const padded = `${card}${'00'.repeat(Math.floor(chance() * 3))}`.slice(0, 32)
    expect(cardOfHex(padded)).toBe(card)
    // Fewer bytes could be a facility code and a card number
    const between = padded.length >= 8 ? ':' : ''
    expect(cardOfHex((padded.match(/../g) ?? []).toReversed().join(between), true)).toBe(card)
  }
})

describe('a hexadecimal number', () => {
  test.each([
    ['04A1B200', '04A1B2'],
    ['04:a1:b2:00', '04A1B2'],
    ['4a1b2', '04A1B2'],
    ['0000', '00'],
    ['d2-02-96-49', 'D2029649'],
    ['0x04A1B2C4', '04A1B2C4'],
    ['04A1B2C3h', '04A1B2C3'],
  ])('%s is %s', (text, card) => expect(cardOfHex(text)).toBe(card))
  test.each(['', 'xyz', 'ab'.repeat(17), '021-15890', '001:11572', '77,30211', '1392148;', '0x', 'h', '02-11-58'])(
    '%j is invalid',
    text => expect(cardOfHex(text)).toBeUndefined(),
  )
})

test('digits are decimal unless stated otherwise', () => {
  expect(canonicalCard('1234567890')).toBe('D2029649')
  expect(canonicalCard('1234567890', 'hex')).toBe('1234567890')
  expect(canonicalCard('499602D2', 'hex-reversed')).toBe('D2029649')
})

test.each(['021-15890', '001:11572', '77,30211'])('facility code and number %s are never hexadecimal', text => {
  expect(cardAsRead(text, usualReading)).toBeUndefined()
  expect(canonicalCard(text, 'hex')).toBeUndefined()
  expect(canonicalCard(text)).toBeUndefined()
})

test("a tap is read in the format of the workspace's readers", () => {
  const card = 'D2029649'
  expect(cardAsRead('1234567890', usualReading)).toBe(card)
  expect(cardAsRead(' d2:02:96:49 ', usualReading)).toBe(card)
  expect(cardAsRead('499602D2', { format: 'hex', reversed: true, dropped: 0 })).toBe(card)
  expect(cardAsRead('3523384905', { format: 'dec', reversed: true, dropped: 0 })).toBe(card)
  expect(cardAsRead('0421234567890', { format: 'dec', reversed: false, dropped: 3 })).toBe(card)
  expect(cardAsRead('12', { format: 'hex', reversed: false, dropped: 0 })).toBe('12')
  expect(reversedCard(reversedCard(card))).toBe(card)
  for (const text of ['', 'xyz', '042'])
    expect(cardAsRead(text, { format: 'dec', reversed: false, dropped: 3 })).toBeUndefined()
})

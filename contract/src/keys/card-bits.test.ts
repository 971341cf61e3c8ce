import { describe, expect, test } from 'vitest'
import {
  BitFormat,
  bitsOf,
  type BitLayoutName,
  cardOfPrinted,
  layoutOf,
  printedCard,
  printedOfCard,
  bitFormatForms,
} from './card-bits.ts'
import { cardAsRead, cardOfDecimal, usualReading } from './card-numbers.ts'

const custom = { bits: 40, facilityStart: 4, facilityBits: 10, numberStart: 20, numberBits: 17 }
const all = (['26', '34', '35', '37', 'custom'] as const).map(layout => ({ layout, custom }))
const formats = all.flatMap(one =>
  bitFormatForms.flatMap(sent => [false, true].map(reversed => BitFormat.parse({ ...one, sent, reversed }))),
)
let seed = 20_261_128
const chance = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}
const anyOf = (layout: BitLayoutName) => {
  const { facility, number } = layoutOf({ layout, custom })
  return { facility: chance(2 ** facility.bits), number: chance(2 ** number.bits) }
}

test.each([
  ['26', 118, 1603, '2ec0c86'],
  ['26', 21, 15_890, '22a7c24'],
  ['26', 0, 0, '1'],
  ['26', 255, 65_535, '1ffffff'],
] as const)('%s bits of facility code %i and number %i are %s', (layout, facility, number, hex) => {
  expect(bitsOf({ facility, number }, layoutOf({ layout })).toString(16)).toBe(hex)
})

test.each(['26', '34', '35', '37'] as const)('the parity bits of %s bits make each group even or odd', layout => {
  const { bits, parity } = layoutOf({ layout })
  for (let round = 0; round < 500; round++) {
    const text = bitsOf(anyOf(layout), layoutOf({ layout })).toString(2).padStart(bits, '0')
    for (const { at, odd, covers } of parity) {
      const ones = text.split('').filter((bit, place) => bit === '1' && (place === at || covers(place))).length
      expect(ones % 2).toBe(odd ? 1 : 0)
    }
  }
})

test.each(formats)('a card number converts back to the card: $layout, $sent, reversed $reversed', format => {
  for (let round = 0; round < 300; round++) {
    const printed = anyOf(format.layout)
    const card = cardOfPrinted(printed, format)
    expect(card).toMatch(/^([0-9A-F]{2})+$/)
    expect(printedOfCard(card as string, format)).toEqual(printed)
  }
})

test('a card with a changed bit is invalid in a format with parity', () => {
  for (let round = 0; round < 500; round++) {
    const format = { layout: '26', sent: 'whole', reversed: false } as const
    const bits = bitsOf(anyOf('26'), layoutOf(format)) ^ (1n << BigInt(chance(26)))
    expect(printedOfCard(cardOfDecimal(bits.toString()) as string, format)).toBeUndefined()
  }
})

test('a facility code or number that is too large for a format is invalid', () => {
  const format = { layout: '26', sent: 'data', reversed: false } as const
  expect(cardOfPrinted({ facility: 256, number: 1 }, format)).toBeUndefined()
  expect(cardOfPrinted({ facility: 1, number: 65_536 }, format)).toBeUndefined()
})

test('facility code 21 and number 15890 equal the decimal reading 1392146', () => {
  const format = { layout: '26', sent: 'data', reversed: false } as const
  expect(cardOfPrinted({ facility: 21, number: 15_890 }, format)).toBe(cardAsRead('1392146', usualReading))
  const digits = { ...format, sent: 'digits' } as const
  expect(cardOfPrinted({ facility: 21, number: 15_890 }, digits)).toBe(cardAsRead('2115890', usualReading))
})

describe('a printed card', () => {
  test.each([
    ['021-15890', 21, 15_890],
    ['001:11572', 1, 11_572],
    ['77,30211', 77, 30_211],
    [' 21 / 15890 ', 21, 15_890],
  ])('%j is facility code %i and number %i', (text, facility, number) =>
    expect(printedCard(text)).toEqual({ facility, number }),
  )
  test.each(['15890', '04A1B2', '1-2-3', '-5', '', '04:A1:B2:C3'])('%j is not a card', text =>
    expect(printedCard(text)).toBeUndefined(),
  )
})

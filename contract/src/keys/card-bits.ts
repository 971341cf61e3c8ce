import * as z from 'zod/mini'
import { cardOfHex } from './card-text.ts'

// Facility code and card number, as access control systems print and list them, and the bits that a card sends for
// them. Bit 0 is sent first. Layouts: HID, "Understanding card data formats"; parity by those layouts.

export const bitLayouts = ['26', '34', '35', '37', 'custom'] as const
export type BitLayoutName = (typeof bitLayouts)[number]

/** What a reader types: facility code and number as one binary number, all bits with parity, or the decimal digits. */
export const bitFormatForms = ['data', 'whole', 'digits'] as const

const width = z.int().check(z.gte(1), z.lte(32))
const position = z.int().check(z.gte(0), z.lte(126))

/** A layout without parity rules, for cards that follow none of the usual ones. */
export const CustomLayout = z
  .object({
    bits: z.int().check(z.gte(2), z.lte(128)),
    facilityStart: position,
    facilityBits: width,
    numberStart: position,
    numberBits: width,
  })
  .check(
    z.refine(
      ({ bits, facilityStart, facilityBits, numberStart, numberBits }) =>
        facilityStart + facilityBits <= bits && numberStart + numberBits <= bits,
      'The facility code and the card number must fit into the bits of the card',
    ),
    z.refine(
      ({ facilityStart, facilityBits, numberStart, numberBits }) =>
        facilityStart + facilityBits <= numberStart || numberStart + numberBits <= facilityStart,
      'The facility code and the card number must not overlap',
    ),
  )
export type CustomLayout = z.output<typeof CustomLayout>

export const BitFormat = z
  .object({
    layout: z.enum(bitLayouts),
    custom: z.optional(CustomLayout),
    sent: z.enum(bitFormatForms),
    /** The reader types the bytes in the opposite order. */
    reversed: z.boolean(),
  })
  .check(
    z.refine(({ layout, custom }) => layout !== 'custom' || custom !== undefined, {
      error: 'Enter the bits of the card',
      path: ['custom'],
    }),
  )
export type BitFormat = z.output<typeof BitFormat>

interface Field {
  readonly start: number
  readonly bits: number
}

interface ParityBit {
  readonly at: number
  readonly odd: boolean
  readonly covers: (bit: number) => boolean
}

export interface BitLayout {
  readonly bits: number
  readonly facility: Field
  readonly number: Field
  /** In the order of calculation: a bit can cover earlier ones. */
  readonly parity: readonly ParityBit[]
}

const between = (first: number, last: number) => (bit: number) => bit >= first && bit <= last
const even = (at: number, covers: ParityBit['covers']): ParityBit => ({ at, odd: false, covers })
const odd = (at: number, covers: ParityBit['covers']): ParityBit => ({ at, odd: true, covers })

const layouts: Record<Exclude<BitLayoutName, 'custom'>, BitLayout> = {
  // H10301
  '26': {
    bits: 26,
    facility: { start: 1, bits: 8 },
    number: { start: 9, bits: 16 },
    parity: [even(0, between(1, 12)), odd(25, between(13, 24))],
  },
  // H10306
  '34': {
    bits: 34,
    facility: { start: 1, bits: 16 },
    number: { start: 17, bits: 16 },
    parity: [even(0, between(1, 16)), odd(33, between(17, 32))],
  },
  // Corporate 1000
  '35': {
    bits: 35,
    facility: { start: 2, bits: 12 },
    number: { start: 14, bits: 20 },
    parity: [
      even(1, bit => bit >= 2 && bit <= 33 && bit % 3 !== 1),
      odd(34, bit => bit >= 1 && bit <= 32 && bit % 3 !== 0),
      odd(0, between(1, 34)),
    ],
  },
  // H10304
  '37': {
    bits: 37,
    facility: { start: 1, bits: 16 },
    number: { start: 17, bits: 19 },
    parity: [even(0, between(1, 18)), odd(36, between(18, 35))],
  },
}

export function layoutOf({ layout, custom }: Pick<BitFormat, 'layout' | 'custom'>): BitLayout {
  if (layout !== 'custom') return layouts[layout]
  if (!custom) throw new Error('a custom layout without its bits')
  return {
    bits: custom.bits,
    facility: { start: custom.facilityStart, bits: custom.facilityBits },
    number: { start: custom.numberStart, bits: custom.numberBits },
    parity: [],
  }
}

export interface PrintedCard {
  readonly facility: number
  readonly number: number
}

/** Facility code and card number in one text, such as 021-15890, 001:11572, or 77,30211; undefined for anything else. */
export function printedCard(text: string): PrintedCard | undefined {
  const [, facility, number] = /^(\d{1,6}) ?[-:,;/ ] ?(\d{1,10})$/.exec(text.trim()) ?? []
  return facility === undefined ? undefined : { facility: Number(facility), number: Number(number) }
}

/** The field that is too large for its bits; undefined if both fit. */
export function findOversizedField(
  { facility, number }: PrintedCard,
  layout: BitLayout,
): 'facility' | 'number' | undefined {
  if (facility >= 2 ** layout.facility.bits) return 'facility'
  return number >= 2 ** layout.number.bits ? 'number' : undefined
}

const digitsOf = ({ number }: BitLayout) => String(2 ** number.bits - 1).length

/** All bits of a card, with parity. */
export function bitsOf({ facility, number }: PrintedCard, layout: BitLayout): bigint {
  const bits = Array.from({ length: layout.bits }, () => 0)
  const write = (value: number, { start, bits: size }: Field) => {
    for (const [at, digit] of value.toString(2).padStart(size, '0').split('').entries())
      bits[start + at] = Number(digit)
  }
  write(facility, layout.facility)
  write(number, layout.number)
  for (const { at, odd: isOdd, covers } of layout.parity) {
    const ones = bits.reduce((sum, bit, place) => sum + (place !== at && covers(place) ? bit : 0), 0)
    bits[at] = (ones + (isOdd ? 1 : 0)) % 2
  }
  return BigInt(`0b${bits.join('')}`)
}

function printedIn(value: bigint, layout: BitLayout): PrintedCard | undefined {
  if (value >> BigInt(layout.bits) !== 0n) return undefined
  const text = value.toString(2).padStart(layout.bits, '0')
  const read = ({ start, bits }: Field) => Number.parseInt(text.slice(start, start + bits), 2)
  const printed = { facility: read(layout.facility), number: read(layout.number) }
  // Also refuses wrong parity, and bits outside the fields
  return bitsOf(printed, layout) === value ? printed : undefined
}

function bytesOf(layout: BitLayout, sent: BitFormat['sent']): number {
  if (sent === 'whole') return Math.ceil(layout.bits / 8)
  if (sent === 'data') return Math.ceil((layout.facility.bits + layout.number.bits) / 8)
  const largest = BigInt(`${2 ** layout.facility.bits - 1}${'9'.repeat(digitsOf(layout))}`)
  return Math.ceil(largest.toString(16).length / 2)
}

/** The canonical number that a reader sends for a card; undefined if the card doesn't fit the format. */
export function cardOfPrinted(printed: PrintedCard, format: BitFormat): string | undefined {
  const layout = layoutOf(format)
  if (findOversizedField(printed, layout) !== undefined) return undefined
  const { facility, number } = printed
  const value =
    format.sent === 'whole'
      ? bitsOf(printed, layout)
      : format.sent === 'data'
        ? (BigInt(facility) << BigInt(layout.number.bits)) | BigInt(number)
        : BigInt(`${facility}${String(number).padStart(digitsOf(layout), '0')}`)
  const hex = value.toString(16)
  const size = Math.max(bytesOf(layout, format.sent) * 2, hex.length + (hex.length % 2))
  return cardOfHex(hex.padStart(size, '0'), !format.reversed)
}

/** Facility code and card number of a canonical number; undefined if it can't come from a card of this format. */
export function printedOfCard(card: string, format: BitFormat): PrintedCard | undefined {
  const layout = layoutOf(format)
  const bytes = bytesOf(layout, format.sent)
  const padded = card.padEnd(Math.max(bytes * 2, card.length), '0')
  const inOrder = format.reversed ? padded : (padded.match(/../g) ?? []).toReversed().join('')
  const value = BigInt(`0x${inOrder}`)
  const printed = format.sent === 'whole' ? printedIn(value, layout) : partsOf(value, layout, format.sent)
  return printed && cardOfPrinted(printed, format) === card ? printed : undefined
}

function partsOf(value: bigint, layout: BitLayout, sent: 'data' | 'digits'): PrintedCard | undefined {
  const base = sent === 'data' ? 1n << BigInt(layout.number.bits) : 10n ** BigInt(digitsOf(layout))
  const printed = { facility: Number(value / base), number: Number(value % base) }
  return findOversizedField(printed, layout) === undefined ? printed : undefined
}

/** Formats that are tried for a tapped card, the commonest first. */
export const usualBitFormats: readonly BitFormat[] = (['26', '34', '35', '37'] as const).flatMap(layout =>
  bitFormatForms.flatMap(sent => [false, true].map((reversed): BitFormat => ({ layout, sent, reversed }))),
)

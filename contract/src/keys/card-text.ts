// A card number is stored as hexadecimal bytes, least significant first, without the trailing zero bytes that some
// readers add (decision G11). So decimal and hexadecimal readers result in the same number for a card.

/** Formats of a reader: decimal, bytes in order, or bytes reversed. */
export const cardFormats = ['decimal', 'hex', 'hex-reversed'] as const
export type CardFormat = (typeof cardFormats)[number]

/** Maximum length of a number: 16 bytes. */
const longest = { decimal: 39, hex: 32 } as const

const pairs = (hex: string): string[] => hex.match(/../g) ?? []
const reversed = (hex: string): string => pairs(hex).toReversed().join('')

/** Removes trailing zero bytes, but never all bytes. */
const unpadded = (hex: string): string => hex.replace(/(?<=^(?:..)+?)(?:00)+$/, '')

/** Canonical number of a decimal text (R123–R132); undefined if invalid. Ignores leading zeros. */
export function cardOfDecimal(text: string): string | undefined {
  const digits = text.trim().replace(/^0+(?=\d)/, '')
  if (!/^\d+$/.test(digits) || digits.length > longest.decimal) return undefined
  const hex = BigInt(digits).toString(16)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return whole.length > longest.hex ? undefined : reversed(whole).toUpperCase()
}

// Bytes of two digits, at least four or with a letter: 021-15890 is a facility code and a card number, and no hexadecimal
const separated = /^(?=.*[a-f]|(?:..?[^0-9a-f]+){3})[0-9a-f]{2}(?:[\s:-]+[0-9a-f]{2})+$/i

/**
 * Canonical number of a hexadecimal text, whose bytes may be separated by spaces, colons, or dashes, and which may be marked
 * by 0x or h.
 */
export function cardOfHex(text: string, backwards = false): string | undefined {
  const bare = text.trim()
  const digits = separated.test(bare) ? bare.replace(/[\s:-]/g, '') : bare.replace(/^0x(?=.)|(?<=.)h$/i, '')
  if (!/^[0-9a-f]+$/i.test(digits)) return undefined
  const whole = digits.length % 2 === 0 ? digits : `0${digits}`
  if (whole.length > longest.hex) return undefined
  return unpadded((backwards ? reversed(whole) : whole).toUpperCase())
}

/** Canonical number of a reader's input; without a format, digits only are decimal. Undefined if invalid. */
export function canonicalCard(text: string, format?: CardFormat): string | undefined {
  const as = format ?? (/^\s*\d+\s*$/.test(text) ? 'decimal' : 'hex')
  return as === 'decimal' ? cardOfDecimal(text) : cardOfHex(text, as === 'hex-reversed')
}

/** Number format of a workspace's readers; `none` detects it: digits only are decimal. */
export const readerFormats = ['none', 'dec', 'hex'] as const
export interface CardTextFormat {
  readonly format: (typeof readerFormats)[number]
  readonly reversed: boolean
  readonly dropped: number
}
export const defaultCardReading: CardTextFormat = { format: 'none', reversed: false, dropped: 0 }

/** Canonical number of an input from the workspace's readers; undefined if invalid. */
export function canonicalCardOf(text: string, by: CardTextFormat): string | undefined {
  const number = text.trim().slice(by.dropped)
  if (by.format === 'hex' || (by.format === 'none' && !/^\d+$/.test(number))) return cardOfHex(number, by.reversed)
  const card = cardOfDecimal(number)
  return card === undefined || !by.reversed ? card : reversedCard(card)
}

/** `facility`: facility code and card number, in one column or in two; see `card-bits.ts`. */
export const cardFileFormats = ['as-read', ...cardFormats, 'facility'] as const
export type CardFileFormat = (typeof cardFileFormats)[number]

/** Canonical number of a file's cell; undefined if invalid. */
export const cardOfFile = (
  text: string,
  format: Exclude<CardFileFormat, 'facility'>,
  by: CardTextFormat,
): string | undefined => (format === 'as-read' ? canonicalCardOf(text, by) : canonicalCard(text, format))

/** A canonical number with its bytes reversed. */
export const reversedCard = (card: string): string => unpadded(reversed(card))

/** How readers and imprints write a canonical number, for example to refuse a PIN that is a part of it. */
export const cardSpellings = (card: string): string[] =>
  [card, reversedCard(card)].flatMap(one => [one, decimalOfCard(one)])

/** The decimal text of a canonical number (R133). */
export const decimalOfCard = (card: string): string => BigInt(`0x${reversed(card)}`).toString()

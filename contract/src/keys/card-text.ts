// A card's number is kept as the hexadecimal text of its bytes, the least significant first, without the zero bytes that
// readers add at the end (decision G11). So a number that one reader types in decimal and another in hexadecimal is one.

/** How a reader writes a number: decimal, its bytes as they come, or its bytes the other way round. */
export const cardFormats = ['decimal', 'hex', 'hex-reversed'] as const
export type CardFormat = (typeof cardFormats)[number]

/** Longest number that any reader writes: 16 bytes. */
const longest = { decimal: 39, hex: 32 } as const

const pairs = (hex: string): string[] => hex.match(/../g) ?? []
const reversed = (hex: string): string => pairs(hex).toReversed().join('')

/** Without the zero bytes at the end, but never empty. */
const unpadded = (hex: string): string => hex.replace(/(?<=^(?:..)+?)(?:00)+$/, '')

/** The canonical number of a decimal text (R123–R132); undefined where it is none. Leading zeros do not count. */
export function cardOfDecimal(text: string): string | undefined {
  const digits = text.trim().replace(/^0+(?=\d)/, '')
  if (!/^\d+$/.test(digits) || digits.length > longest.decimal) return undefined
  const hex = BigInt(digits).toString(16)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return whole.length > longest.hex ? undefined : reversed(whole).toUpperCase()
}

/** The canonical number of a hexadecimal text, which may part its bytes by spaces, colons or dashes. */
export function cardOfHex(text: string, backwards = false): string | undefined {
  const digits = text.trim().replace(/[\s:-]/g, '')
  if (!/^[0-9a-f]+$/i.test(digits)) return undefined
  const whole = digits.length % 2 === 0 ? digits : `0${digits}`
  if (whole.length > longest.hex) return undefined
  return unpadded((backwards ? reversed(whole) : whole).toUpperCase())
}

/** The canonical number of what a reader wrote; without a format, digits alone are decimal. Undefined where it is none. */
export function canonicalCard(text: string, format?: CardFormat): string | undefined {
  const as = format ?? (/^\s*\d+\s*$/.test(text) ? 'decimal' : 'hex')
  return as === 'decimal' ? cardOfDecimal(text) : cardOfHex(text, as === 'hex-reversed')
}

/** How the readers of a workspace write numbers; `none` finds it out: digits alone are decimal. */
export const readerFormats = ['none', 'dec', 'hex'] as const
export interface Reading {
  readonly format: (typeof readerFormats)[number]
  /** The bytes come the other way round. */
  readonly reversed: boolean
  /** So many digits of a facility code stand before the number. */
  readonly dropped: number
}
/** What holds until a workspace says otherwise. */
export const usualReading: Reading = { format: 'none', reversed: false, dropped: 0 }

/** The canonical number of what a reader of the workspace wrote; undefined where it is none. */
export function cardAsRead(text: string, by: Reading): string | undefined {
  const number = text.trim().slice(by.dropped)
  if (by.format === 'hex' || (by.format === 'none' && !/^\d+$/.test(number))) return cardOfHex(number, by.reversed)
  const card = cardOfDecimal(number)
  return card === undefined || !by.reversed ? card : reversedCard(card)
}

/** How a file writes numbers: as the readers of the workspace type them, or in a format of its own. */
export const cardFileFormats = ['as-read', ...cardFormats] as const
export type CardFileFormat = (typeof cardFileFormats)[number]

/** The canonical number that a file means; undefined where it is none. */
export const cardOfFile = (text: string, format: CardFileFormat, by: Reading): string | undefined =>
  format === 'as-read' ? cardAsRead(text, by) : canonicalCard(text, format)

/** A canonical number with its bytes the other way round. */
export const reversedCard = (card: string): string => unpadded(reversed(card))

/** The decimal text of a canonical number (R133). */
export const decimalOfCard = (card: string): string => BigInt(`0x${reversed(card)}`).toString()

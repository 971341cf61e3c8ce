import {
  type BitFormat,
  cardOfPrinted,
  layoutOf,
  type PrintedCard,
  printedCard,
  findOversizedField,
} from '@claviger/contract/keys/card-bits'
import type { CardField, ImportedPins } from '@claviger/contract/keys/card-import'
import { type CardFileFormat, cardOfFile, type CardTextFormat } from '@claviger/contract/keys/card-numbers'
import { keyKindNames, keyKinds } from '@claviger/contract/keys/security-keys'
import { messages } from '@claviger/contract/platform/messages'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { plainCell } from '#platform/csv/csv-writer.ts'
import { msg, deferText } from '#platform/languages.ts'

export interface CardFile {
  format: CardFileFormat
  reading: CardTextFormat
  /** Of the format `facility`. */
  bits?: BitFormat | undefined
  /** Creates groups and organization units of new users that don't exist. */
  creates?: boolean
  /** Missing in imports of an earlier version. */
  pins?: ImportedPins
  pinsShown?: boolean
}

export interface CardFacts {
  key: string
  fills: boolean
  /** Data of a user that the import creates. */
  user?: object
}

export type CardCell = { readonly card: string; readonly printed: string } | { readonly wrong: string | DeferredText }

export const fieldsOf = (mapping: readonly string[], cells: readonly string[]): Map<CardField, string> =>
  new Map(
    mapping.flatMap((column, place) => {
      const value = plainCell((cells[place] ?? '').trim())
      return fieldsOfColumn(column).map((field): [CardField, string] => [field as CardField, value])
    }),
  )

/** Facility code and card number of a row, from one column or from two. */
export function printedIn(fields: ReadonlyMap<CardField, string>): PrintedCard | undefined {
  const [facility, number] = [fields.get('facilityCode') ?? '', fields.get('cardId') ?? '']
  if (facility === '') return printedCard(number)
  if (!/^\d{1,6}$/.test(facility) || !/^\d{1,10}$/.test(number)) return undefined
  return { facility: Number(facility), number: Number(number) }
}

/** The card of a row, and its number as it is printed. A number that can mean several cards is refused. */
export function cardOfRow(file: CardFile, fields: ReadonlyMap<CardField, string>): CardCell {
  const text = fields.get('cardId') ?? ''
  if (text === '') return { wrong: messages['required.card-id'] }
  if (text.length > 60) return { wrong: msg('This is not a card number') }
  return file.format === 'facility' ? cardByBits(file.bits, fields, text) : cardByText(file, file.format, fields, text)
}

function cardByText(
  { reading }: CardFile,
  format: Exclude<CardFileFormat, 'facility'>,
  fields: ReadonlyMap<CardField, string>,
  text: string,
): CardCell {
  if ((fields.get('facilityCode') ?? '') !== '')
    return { wrong: msg('The row has a facility code. Choose the format “Facility code and card number”') }
  const card = cardOfFile(text, format, reading)
  if (card !== undefined) return { card, printed: text }
  if (!printedCard(text)) return { wrong: msg('This is not a card number') }
  return {
    wrong: deferText(
      '“{text}” looks like a facility code and a card number. Choose the format “Facility code and card number”',
      { text },
    ),
  }
}

function cardByBits(bits: BitFormat | undefined, fields: ReadonlyMap<CardField, string>, text: string): CardCell {
  const printed = printedIn(fields)
  if (!printed || !bits) return { wrong: deferText('“{text}” has no facility code', { text }) }
  const layout = layoutOf(bits)
  const large = findOversizedField(printed, layout)
  if (large === 'facility')
    return {
      wrong: deferText('The facility code {value} does not fit into {bits} bits', {
        value: String(printed.facility),
        bits: layout.facility.bits,
      }),
    }
  const card = cardOfPrinted(printed, bits)
  if (card === undefined)
    return {
      wrong: deferText('The card number {value} does not fit into {bits} bits', {
        value: String(printed.number),
        bits: layout.number.bits,
      }),
    }
  return { card, printed: String(printed.number) }
}

/**
 * The name of a key from its card. Names are stored in plain text, so it never contains all of a long number, by which a
 * card can be copied.
 */
export const nameOfCard = (printed: string): string =>
  `${keyKindNames[keyKinds.accessCard] ?? ''} ${printed.length > 6 ? `…${printed.slice(-6)}` : printed}`

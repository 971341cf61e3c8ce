import type { CardField } from '@claviger/contract/keys/card-import'
import { type CardFileFormat, cardOfFile, type Reading } from '@claviger/contract/keys/card-numbers'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { plainCell } from '../../../ground/csv/write.ts'

/** How a file of cards is read. */
export interface CardFile {
  format: CardFileFormat
  /** Of the workspace's readers when the columns were matched, for numbers as they type them. */
  reading: Reading
}

/** What the review found that a row leads to. */
export interface CardFacts {
  key: string
  /** The key waited for its card before. */
  fills: boolean
}

/** The canonical number that a row of an import means; undefined where it is none. */
export const cardOfCell = ({ format, reading }: CardFile, text: string): string | undefined =>
  text.length > 60 ? undefined : cardOfFile(text, format, reading)

/** What a row says in each field, without the apostrophe that keeps spreadsheets from calculating. */
export const fieldsOf = (mapping: readonly string[], cells: readonly string[]): Map<CardField, string> =>
  new Map(
    mapping.flatMap((column, place) => {
      const value = plainCell((cells[place] ?? '').trim())
      return fieldsOfColumn(column).map((field): [CardField, string] => [field as CardField, value])
    }),
  )

import type { CardField } from '@claviger/contract/keys/card-import'
import { type CardFileFormat, cardOfFile, type CardTextFormat } from '@claviger/contract/keys/card-numbers'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { plainCell } from '#platform/csv/csv-writer.ts'

export interface CardFile {
  format: CardFileFormat
  reading: CardTextFormat
}

export interface CardFacts {
  key: string
  fills: boolean
}

export const cardOfCell = ({ format, reading }: CardFile, text: string): string | undefined =>
  text.length > 60 ? undefined : cardOfFile(text, format, reading)

export const fieldsOf = (mapping: readonly string[], cells: readonly string[]): Map<CardField, string> =>
  new Map(
    mapping.flatMap((column, place) => {
      const value = plainCell((cells[place] ?? '').trim())
      return fieldsOfColumn(column).map((field): [CardField, string] => [field as CardField, value])
    }),
  )

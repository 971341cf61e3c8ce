import {
  type BitFormat,
  cardOfPrinted,
  layoutOf,
  printedOfCard,
  bitFormatForms,
  usualBitFormats,
} from '@claviger/contract/keys/card-bits'
import { type CardFormatMatch, type CardField, mostRowsForTap } from '@claviger/contract/keys/card-import'
import { cardAsRead, cardFileFormats, cardOfFile } from '@claviger/contract/keys/card-numbers'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type StoredFileRow, storedFileRows, workAt } from '#features/work/works/works.files.ts'
import type { Work } from '#features/work/works/works.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'
import { type CardFile, cardOfRow, fieldsOf, printedIn } from './cells.ts'
import { cardImports } from './card-import-kind.ts'

type Fields = ReadonlyMap<CardField, string>
type Candidate = Pick<CardFormatMatch, 'cardFormat' | 'bitFormat'> & { readonly isOf: (fields: Fields) => boolean }

async function tapped(ctx: TransactionContext, text: string): Promise<string> {
  const card = cardAsRead(text, await readingOf(ctx))
  if (card === undefined)
    throw problem('invalid-input', undefined, [{ field: 'cardId', message: 'This is not a card number' }])
  return card
}

/** Formats in which the file could list the card; formats with the same result for every row only once. */
async function candidatesFor(ctx: TransactionContext, card: string, own: BitFormat | undefined): Promise<Candidate[]> {
  const reading = await readingOf(ctx)
  const texts = cardFileFormats.flatMap((format): Candidate[] =>
    format === 'facility'
      ? []
      : [
          {
            cardFormat: format,
            bitFormat: null,
            isOf: fields =>
              (fields.get('facilityCode') ?? '') === '' &&
              cardOfFile(fields.get('cardId') ?? '', format, reading) === card,
          },
        ],
  )
  const owns = own ? bitFormatForms.flatMap(sent => [false, true].map(reversed => ({ ...own, sent, reversed }))) : []
  const bits = [...usualBitFormats, ...owns].flatMap((format): Candidate[] => {
    const printed = printedOfCard(card, format)
    if (!printed) return []
    const isOf = (fields: Fields) => {
      const row = printedIn(fields)
      return row?.facility === printed.facility && row.number === printed.number
    }
    return [{ cardFormat: 'facility', bitFormat: format, isOf }]
  })
  return [...texts, ...bits.filter((one, place) => !bits.slice(0, place).some(other => isSame(one, other)))]
}

// As one binary number or as digits, layouts differ only in what fits
const isSame = ({ bitFormat: one }: Candidate, { bitFormat: other }: Candidate): boolean =>
  one !== null &&
  other !== null &&
  one.sent !== 'whole' &&
  one.sent === other.sent &&
  !one.reversed &&
  !other.reversed &&
  layoutOf(one).number.bits === layoutOf(other).number.bits

interface Input {
  id: string
  mapping: readonly string[]
  cardId: string
  bitFormat?: BitFormat | undefined
}

/** The formats in which a tapped card is one of the file, each with the first row. @throws not-found, wrong-step */
export async function findFormat(ctx: TransactionContext, { id, mapping, cardId, bitFormat }: Input) {
  const work = await workAt(ctx, cardImports, id, 'staged', 'reviewed')
  const candidates = await candidatesFor(ctx, await tapped(ctx, cardId), bitFormat)
  const found = new Map<Candidate, CardFormatMatch>()
  for await (const { row, cells } of rowsOf(ctx, work)) {
    const fields = fieldsOf(mapping, cells)
    for (const candidate of candidates)
      if (!found.has(candidate) && candidate.isOf(fields)) {
        const { isOf: _isOf, ...format } = candidate
        found.set(candidate, { ...format, row, cells: [...cells] })
      }
    if (found.size === candidates.length) break
  }
  return { matches: [...found.values()] }
}

/** Whether the tapped card is one of the file in this format. */
export async function isConfirmed(
  ctx: TransactionContext,
  id: string,
  mapping: readonly string[],
  file: CardFile,
  text: string | undefined,
): Promise<boolean> {
  if (text === undefined || file.bits === undefined) return false
  const work = await workAt(ctx, cardImports, id, 'staged', 'reviewed')
  const card = await tapped(ctx, text)
  const printed = printedOfCard(card, file.bits)
  if (!printed || cardOfPrinted(printed, file.bits) !== card) return false
  for await (const { cells } of rowsOf(ctx, work)) {
    const read = cardOfRow(file, fieldsOf(mapping, cells))
    if ('card' in read && read.card === card) return true
  }
  return false
}

const rowsOf = (ctx: TransactionContext, work: Work): AsyncIterable<StoredFileRow> =>
  storedFileRows(ctx, cardImports, work, mostRowsForTap)

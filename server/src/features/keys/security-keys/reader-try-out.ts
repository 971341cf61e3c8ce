import { cardAsRead, decimalOfCard, type CardTextFormat, reversedCard } from '@claviger/contract/keys/card-numbers'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { readerSettings } from '@claviger/contract/keys/reader-settings'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keyOfCard } from './security-keys.ts'
import { fullRow, keyOfRow } from './security-keys.reply.ts'
import { readingOf } from '../reader-settings/reader-settings.ts'

type Call = (typeof readerSettings)['calls']['tryOut']

/**
 * Every number that a tap can mean, with the reader settings and the card it would match. @throws
 * card-unreadable
 */
export async function tryReader(
  ctx: TransactionContext,
  input: OutputOf<Call['input']>,
): Promise<OutputOf<Call['reply']>> {
  const now = await readingOf(ctx)
  const dropped = input.dropped ?? now.dropped
  const found = new Map<string, CardTextFormat[]>()
  for (const format of ['dec', 'hex'] as const)
    for (const reversed of [false, true]) {
      const settings = { format, reversed, dropped }
      const card = cardAsRead(input.cardId, settings)
      if (card !== undefined) found.set(card, [...(found.get(card) ?? []), settings])
    }
  if (found.size === 0)
    throw problem('card-unreadable', undefined, [{ field: 'cardId', message: 'This is not a card number' }])
  const used = cardAsRead(input.cardId, now)
  const readings = []
  for (const [card, settings] of found)
    readings.push({ ...shown(card), settings, key: await holder(ctx, card), used: card === used })
  return { readings }
}

const shown = (card: string) => ({
  card,
  decimal: decimalOfCard(card),
  reversed: reversedCard(card),
  reversedDecimal: decimalOfCard(reversedCard(card)),
  padded: card.padEnd(8, '0'),
})

async function holder(ctx: TransactionContext, card: string) {
  const key = await keyOfCard(ctx, card)
  const row = key && (await fullRow(ctx.db, key.id))
  return row ? keyOfRow(row) : null
}

import {
  cardAsRead,
  canonicalCard,
  type CardFormat,
  type CardTextFormat,
  usualReading,
} from '@claviger/contract/keys/card-numbers'
import type { ReaderSettings } from '@claviger/contract/keys/reader-settings'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findReading, saveReading } from './reader-settings.store.ts'

export async function readingOf(ctx: TransactionContext): Promise<CardTextFormat> {
  const row = await findReading(ctx.db)
  return row
    ? { format: row.format as CardTextFormat['format'], reversed: row.reversed, dropped: row.dropped }
    : usualReading
}

/**
 * The canonical number of a tapped card: in the given format, or else the readers' format. @throws
 * card-unreadable
 */
export async function tappedCard(
  ctx: TransactionContext,
  input: { cardId: string; cardFormat?: CardFormat | undefined },
): Promise<string> {
  const card = input.cardFormat
    ? canonicalCard(input.cardId, input.cardFormat)
    : cardAsRead(input.cardId, await readingOf(ctx))
  if (card === undefined)
    throw problem('card-unreadable', undefined, [{ field: 'cardId', message: 'This is not a card number' }])
  return card
}

/** Reads many tapped numbers by the format of the workspace's readers; undefined where it is no card number. */
export async function cardNumbersRead(ctx: TransactionContext): Promise<(text: string) => string | undefined> {
  const by = await readingOf(ctx)
  return text => cardAsRead(text, by)
}

export const getReading = async (ctx: TransactionContext): Promise<ReaderSettings> => ({ ...(await readingOf(ctx)) })

export async function changeReading(ctx: TransactionContext, input: ReaderSettings): Promise<ReaderSettings> {
  const before = await readingOf(ctx)
  const after = { format: input.format, reversed: input.reversed, dropped: input.dropped }
  if (JSON.stringify(before) === JSON.stringify(after)) return after
  await saveReading(ctx.db, { ...after, workspace_id: workspaceOf(ctx), changed_at: ctx.clock.now() })
  await record(ctx, { action: 'reader-settings.changed', before: { ...before }, after })
  return after
}

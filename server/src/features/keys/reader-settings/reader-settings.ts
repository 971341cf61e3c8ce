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
import { findReading, type ReadingRow, saveReading } from './reader-settings.store.ts'

export async function readingOf(ctx: TransactionContext): Promise<CardTextFormat> {
  const row = await findReading(ctx.db)
  return row ? formatOf(row) : usualReading
}

const formatOf = ({ format, reversed, dropped }: ReadingRow): CardTextFormat => ({
  format: format as CardTextFormat['format'],
  reversed,
  dropped,
})

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

/** How numbers are read, and where that is set; null if the workspace has no setting. */
export interface LatestReading {
  readonly reader: CardTextFormat | null
  readonly format: CardTextFormat
}

const latest = new Map<string, LatestReading>()
const mostLatest = 1000

/**
 * The format as this process saw it last, for statements that check it themselves, because another process may have changed
 * it; `again` after such a check failed.
 */
export async function latestReading(ctx: TransactionContext, look?: 'again'): Promise<LatestReading> {
  const workspace = workspaceOf(ctx)
  const known = latest.get(workspace)
  if (known && look === undefined) return known
  const row = await findReading(ctx.db)
  const reader = row ? formatOf(row) : null
  if (latest.size >= mostLatest) latest.clear()
  const read = { reader, format: reader ?? usualReading }
  latest.set(workspace, read)
  return read
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

import { cardResults } from '@claviger/contract/keys/card-import'
import { usualReading } from '@claviger/contract/keys/card-numbers'
import { numbersByText } from '#platform/csv/numbers-by-text.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { beginNewUsers } from '#features/people/user-import/user-import.new-users.ts'
import { longWork, type Work } from '#features/work/works/works.ts'
import { lastOfHeaders } from './card-import.store.ts'
import type { CardFile } from './cells.ts'
import { proposedFields } from './card-headers.ts'
import { reviewCards, type CardReviewState } from './review.ts'
import { undoCards } from './card-undo.ts'
import { writeCards } from './card-writer.ts'

export const resultsOf = ({ counts }: Pick<Work, 'counts'>) =>
  Object.fromEntries(cardResults.map(result => [result, counts[result] ?? 0])) as Record<
    (typeof cardResults)[number],
    number
  >

export const cardImports = longWork<CardFile>('card-import', {
  may: 'keys.write',
  object: 'card-import',
  lines: {
    begun: { action: 'cards.import-started', says: work => ({ cards: resultsOf(work).success, rows: work.total }) },
    ended: { action: 'cards.imported', says: work => ({ cards: resultsOf(work).success, rows: work.total }) },
    undone: { action: 'cards.import-undone', says: work => ({ cards: resultsOf(work).success }) },
  },
  did: ['success'],
  // Small enough to let other work run between slices and to keep memory short-lived
  size: () => 250,
  file: {
    unnamed: 'cards.csv',
    // A copy of the database must not allow copying badges
    sealer: sealerOfWorkspace,
    async propose(ctx, headers) {
      const last = await lastOfHeaders(ctx.db, workspaceOf(ctx), headers)
      // A bit format is confirmed by tapping a card of each file
      const format = last && last.format !== 'facility' ? last.format : 'as-read'
      const parameters: CardFile = { format, reading: usualReading }
      return { mapping: last?.mapping ?? proposedFields(headers), parameters }
    },
    remembers: async (ctx): Promise<CardReviewState> => ({
      cards: numbersByText(),
      users: await beginNewUsers(ctx),
      added: numbersByText(),
      filled: numbersByText(),
    }),
    review: (ctx, slice, memory) => reviewCards(ctx, slice, memory as CardReviewState),
  },
  write: writeCards,
  undo: undoCards,
})

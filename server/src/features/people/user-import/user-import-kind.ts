import { attributeNames } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { longWork, type Work } from '#features/work/works/works.ts'
import { beginActs } from '../bulk-runs/bulk-runs.ts'
import { proposeColumns } from './user-headers.ts'
import { beginReview, reviewDeletions, reviewUsers, type ImportReviewState, type UserFile } from './review.ts'
import { undoImportRows } from './user-undo.ts'
import { rememberedFields, usersOfRows } from './user-import.store.ts'
import { writeRows } from './user-writer.ts'

export const countsOf = ({ counts }: Pick<Work, 'counts'>) => ({
  created: counts['new'] ?? 0,
  updated: counts['update'] ?? 0,
  unchanged: counts['same'] ?? 0,
  refused: counts['refused'] ?? 0,
})

export const userImports = longWork<UserFile>('user-import', {
  may: 'users.write',
  object: 'user-import',
  lines: {
    begun: {
      action: 'users.import-started',
      says(work) {
        const { created, updated, refused } = countsOf(work)
        return work.parameters.deletes ? { deleted: updated, refused } : { created, updated, refused }
      },
    },
    ended: { action: 'users.imported', says: countsOf },
    undone: {
      action: 'users.import-undone',
      says(work) {
        const { created, updated } = countsOf(work)
        return { created, updated }
      },
    },
  },
  did: ['new', 'update'],
  // Small enough to let other work run between slices and to keep memory short-lived
  size: () => 250,
  file: {
    unnamed: 'users.csv',
    async propose(ctx, headers) {
      const remembered = await rememberedFields(ctx.db, workspaceOf(ctx))
      return { mapping: proposeColumns(headers, remembered, await attributeNames(ctx)) }
    },
    remembers: beginReview,
    review: (ctx, slice, memory) =>
      (slice.work.parameters.deletes ? reviewDeletions : reviewUsers)(ctx, slice, memory as ImportReviewState),
    // Deletions become a run, so that they can be undone like any other
    async handsOver(ctx, work) {
      if (!work.parameters.deletes) return false
      await beginActs(ctx, { parameters: { act: 'delete', target: null }, follows: work }, usersOfRows(work))
      return true
    },
  },
  write: writeRows,
  undo: undoImportRows,
})

import { sql } from 'kysely'
import { byBatches, inBatch, type LongWork, takesUp } from '../../../ground/db/by-batches.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { record } from '../../../ground/record/record.ts'
import { inNameOf } from '../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../ground/world.ts'
import { beginReview, reviewDeletions, reviewUsers } from './review.ts'
import { keepFindings, lockImport, rowsAfter, updateImport } from './user-import.store.ts'
import { writeRows } from './write.ts'

// A batch lost in a crash is done again, and the last one, which is waited for, takes all before it to the disk
const needNotWait = (ctx: Ctx) => sql`set local synchronous_commit = off`.execute(ctx.db)

// Small enough that others are answered between two of them, and that what one needs is forgotten while it is young
const size = 250

/** Goes through all rows of a file and says of each what it would do. Begun anew when its process went away. */
export const reviewImport: JobKind<LongWork> = {
  name: 'import-review',
  async work(world, which) {
    const seen = await inBatch(world, 'import', which, beginReview)
    const counts = { new: 0, update: 0, same: 0, refused: 0 }
    for (let after = 0, done = 0; ;) {
      const next = await inBatch(world, 'import', which, async ctx => {
        const of = await lockImport(ctx.db, which.id)
        if (of?.state !== 'reviewing') return undefined
        const rows = await rowsAfter(ctx.db, of.id, after, size, 'read')
        const judge = of.kind === 'users' ? reviewUsers : reviewDeletions
        const findings = rows.length === 0 ? [] : await judge(ctx, of, seen, rows)
        if (findings.length > 0) await keepFindings(ctx.db, of.id, findings)
        for (const finding of findings) counts[finding.outcome as keyof typeof counts] += 1
        done += rows.length
        const last = rows.at(-1)
        const totals = { created: counts.new, updated: counts.update, unchanged: counts.same, refused: counts.refused }
        await updateImport(ctx.db, of.id, { seen: done, ...(last ? {} : { state: 'reviewed' }), ...totals })
        if (last) await needNotWait(ctx)
        return last?.row
      })
      if (next === undefined) return
      after = next
    }
  },
}

/** Writes the reviewed rows until none waits. */
export const runImport = byBatches('import-run', writeNext, 'import')

async function writeNext(ctx: Ctx, id: string): Promise<boolean> {
  const of = await lockImport(ctx.db, id)
  if (of?.state !== 'running') return false
  const rows = await rowsAfter(ctx.db, of.id, of.last_row, size, 'found')
  const lost = await writeRows(inNameOf(ctx, of), of, rows)
  const last = rows.at(-1)
  const now = await updateImport(ctx.db, of.id, {
    seen: of.seen + rows.length,
    last_row: last?.row ?? of.last_row,
    created: of.created - lost.news,
    updated: of.updated - lost.changes,
    refused: of.refused + lost.news + lost.changes,
    ...(last ? {} : { state: 'done', finished_at: ctx.clock.now() }),
  })
  if (last) {
    await needNotWait(ctx)
    return true
  }
  const { created, updated, unchanged, refused } = now
  await record(inNameOf(ctx, of), {
    action: 'users.imported',
    object: { type: 'user-import', id: of.id, name: of.file_name },
    after: { created, updated, unchanged, refused },
  })
  return false
}

/** Takes up imports whose process went away. */
export const resumeImports = takesUp(
  'import-resume',
  { table: 'user_imports', waits: "state = 'reviewing'", job: reviewImport },
  { table: 'user_imports', waits: "state = 'running'", job: runImport },
)

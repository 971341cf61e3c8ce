import { sql } from 'kysely'
import { transact } from '../../../ground/db/transaction.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { record } from '../../../ground/record.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { beginReview, reviewDeletions, reviewUsers } from './review.ts'
import { keepFindings, lockImport, rowsAfter, updateImport } from './user-import.store.ts'
import { writeRows } from './write.ts'

interface Which {
  workspace: string
  id: string
  unitsOf: string | null
}

const inside = <T>(world: World, { workspace, id, unitsOf }: Which, work: (ctx: Ctx) => Promise<T>) => {
  const actor = { kind: 'operator', name: 'Claviger' } as const
  const request = { id: `import ${id}`, ip: '', userAgent: '' }
  return transact(world, { actor, request, workspace, unitsOf: unitsOf ?? undefined }, work)
}

// A batch lost in a crash is done again, and the last one, which is waited for, takes all before it to the disk
const needNotWait = (ctx: Ctx) => sql`set local synchronous_commit = off`.execute(ctx.db)

// Small enough that others are answered between two of them
const reviewed = 500
const written = 1000

/** Goes through all rows of a file and says of each what it would do. Begun anew when its process went away. */
export const reviewImport: JobKind<Which> = {
  name: 'import-review',
  async work(world, which) {
    const seen = await inside(world, which, beginReview)
    const counts = { new: 0, update: 0, same: 0, refused: 0 }
    for (let after = 0, done = 0; ;) {
      const next = await inside(world, which, async ctx => {
        const of = await lockImport(ctx.db, which.id)
        if (of?.state !== 'reviewing') return undefined
        const rows = await rowsAfter(ctx.db, of.id, after, reviewed, 'read')
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

/** Writes the reviewed rows batch by batch; each batch and how far it came are one transaction. */
export const runImport: JobKind<Which> = {
  name: 'import-run',
  async work(world, which) {
    for (let more = true; more;) {
      more = await inside(world, which, async ctx => {
        const of = await lockImport(ctx.db, which.id)
        if (of?.state !== 'running') return false
        const rows = await rowsAfter(ctx.db, of.id, of.last_row, written, 'found')
        const lost = await writeRows(ctx, of, rows)
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
        await record(ctx, {
          action: 'users.imported',
          by: { id: of.actor_id, name: of.actor_name },
          object: { type: 'user-import', id: of.id, name: of.file_name },
          after: { created, updated, unchanged, refused },
        })
        return false
      })
    }
  },
}

const stalled = `select workspace_id as workspace, id, units_of as "unitsOf", state from user_imports
  where state in ('reviewing', 'running') and touched_at < now() - interval '20 seconds' limit 20`

/** Takes up imports whose process went away. */
export const resumeImports: JobKind = {
  name: 'import-resume',
  cron: '* * * * *',
  async work(world) {
    const { rows } = await world.superPool.query<Which & { state: string }>(stalled)
    for (const row of rows) await (row.state === 'running' ? runImport : reviewImport).work(world, row)
  },
}

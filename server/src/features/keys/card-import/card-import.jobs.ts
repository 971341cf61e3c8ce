import { sql } from 'kysely'
import { byBatches, inBatch, type LongWork, takesUp } from '../../../ground/db/by-batches.ts'
import { numbersByText } from '../../../ground/csv/numbers-by-text.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { record } from '../../../ground/record/record.ts'
import { inNameOf } from '../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../ground/world.ts'
import { cardRowsAfter, keepCardFindings, lockCardImport, updateCardImport } from './card-import.store.ts'
import { reviewCards, type Seen } from './review.ts'
import { tellSome } from './notify/tell.ts'
import { writeCards } from './write.ts'

// A batch lost in a crash is done again, and the last one, which is waited for, takes all before it to the disk
const needNotWait = (ctx: Ctx) => sql`set local synchronous_commit = off`.execute(ctx.db)

// Small enough that others are answered between two of them, and that what one needs is forgotten while it is young
const size = 250

/** Goes through all rows of a file of cards and says of each what it will lead to. Begun anew when its process went away. */
export const reviewCardImport: JobKind<LongWork> = {
  name: 'card-import-review',
  async work(world, which) {
    const seen: Seen = { cards: numbersByText(), added: numbersByText(), filled: numbersByText() }
    const counts = { success: 0, duplicate: 0, 'no-access': 0, unknown: 0, broken: 0 }
    for (let after = 0, done = 0; ;) {
      const next = await inBatch(world, 'card-import', which, async ctx => {
        const of = await lockCardImport(ctx.db, which.id)
        if (of?.state !== 'reviewing') return undefined
        const rows = await cardRowsAfter(ctx.db, of.id, after, size)
        const findings = await reviewCards(ctx, of, seen, rows)
        await keepCardFindings(ctx.db, of.id, findings)
        for (const { result } of findings) counts[result as keyof typeof counts] += 1
        done += rows.length
        const last = rows.at(-1)
        const { 'no-access': no_access, ...others } = counts
        await updateCardImport(ctx.db, of.id, {
          seen: done,
          ...(last ? {} : { state: 'reviewed' }),
          ...others,
          no_access,
        })
        if (last) await needNotWait(ctx)
        return last?.row
      })
      if (next === undefined) return
      after = next
    }
  },
}

/** Assigns the reviewed cards until none waits. */
export const runCardImport = byBatches('card-import-run', assignNext, 'card-import')

async function assignNext(ctx: Ctx, id: string): Promise<boolean> {
  const of = await lockCardImport(ctx.db, id)
  if (of?.state !== 'running') return false
  const rows = await cardRowsAfter(ctx.db, of.id, of.last_row, size)
  const { taken, gone, barred } = await writeCards(inNameOf(ctx, of), of, rows)
  const last = rows.at(-1)
  const now = await updateCardImport(ctx.db, of.id, {
    seen: of.seen + rows.length,
    last_row: last?.row ?? of.last_row,
    success: of.success - taken - gone - barred,
    duplicate: of.duplicate + taken,
    unknown: of.unknown + gone,
    no_access: of.no_access + barred,
    ...(last ? {} : { state: 'done', finished_at: ctx.clock.now() }),
  })
  if (last) {
    await needNotWait(ctx)
    return true
  }
  await record(inNameOf(ctx, of), {
    action: 'cards.imported',
    object: { type: 'card-import', id: of.id, name: of.file_name },
    after: { cards: now.success, rows: now.total },
  })
  return false
}

/** Mails the users of an import until all are told. */
export const tellOfCards = byBatches(
  'card-import-notify',
  async (ctx, id) => {
    const of = await lockCardImport(ctx.db, id)
    return of?.notifying ? tellSome(inNameOf(ctx, of), of) : false
  },
  'card-import',
)

/** Takes up imports of cards whose process went away. */
export const resumeCardImports = takesUp(
  'card-import-resume',
  { table: 'card_imports', waits: "state = 'reviewing'", job: reviewCardImport },
  { table: 'card_imports', waits: "state = 'running'", job: runCardImport },
  { table: 'card_imports', waits: "state = 'done' and notifying", job: tellOfCards },
)

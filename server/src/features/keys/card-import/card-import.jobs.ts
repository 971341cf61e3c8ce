import { sql } from 'kysely'
import { transact } from '../../../ground/db/transaction.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { record } from '../../../ground/record.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { cardRowsAfter, keepCardFindings, lockCardImport, updateCardImport } from './card-import.store.ts'
import { reviewCards, type Seen } from './review.ts'
import { tellSome } from './notify/tell.ts'
import { writeCards } from './write.ts'

interface Which {
  workspace: string
  id: string
  unitsOf: string | null
}

const inside = <T>(world: World, { workspace, id, unitsOf }: Which, work: (ctx: Ctx) => Promise<T>) => {
  const actor = { kind: 'operator', name: 'Claviger' } as const
  const request = { id: `card-import ${id}`, ip: '', userAgent: '' }
  return transact(world, { actor, request, workspace, unitsOf: unitsOf ?? undefined }, work)
}

// A batch lost in a crash is done again, and the last one, which is waited for, takes all before it to the disk
const needNotWait = (ctx: Ctx) => sql`set local synchronous_commit = off`.execute(ctx.db)

// Small enough that others are answered between two of them
const size = 500

/** Goes through all rows of a file of cards and says of each what it will lead to. Begun anew when its process went away. */
export const reviewCardImport: JobKind<Which> = {
  name: 'card-import-review',
  async work(world, which) {
    const seen: Seen = { cards: new Map(), added: new Map(), filled: new Map() }
    const counts = { success: 0, duplicate: 0, 'no-access': 0, unknown: 0, broken: 0 }
    for (let after = 0, done = 0; ;) {
      const next = await inside(world, which, async ctx => {
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

/** Assigns the reviewed cards batch by batch; each batch and how far it came are one transaction. */
export const runCardImport: JobKind<Which> = {
  name: 'card-import-run',
  async work(world, which) {
    for (let more = true; more;) {
      more = await inside(world, which, async ctx => {
        const of = await lockCardImport(ctx.db, which.id)
        if (of?.state !== 'running') return false
        const rows = await cardRowsAfter(ctx.db, of.id, of.last_row, size)
        const { taken, gone } = await writeCards(ctx, of, rows)
        const last = rows.at(-1)
        const now = await updateCardImport(ctx.db, of.id, {
          seen: of.seen + rows.length,
          last_row: last?.row ?? of.last_row,
          success: of.success - taken - gone,
          duplicate: of.duplicate + taken,
          unknown: of.unknown + gone,
          ...(last ? {} : { state: 'done', finished_at: ctx.clock.now() }),
        })
        if (last) {
          await needNotWait(ctx)
          return true
        }
        await record(ctx, {
          action: 'cards.imported',
          by: { id: of.actor_id, name: of.actor_name },
          object: { type: 'card-import', id: of.id, name: of.file_name },
          after: { cards: now.success, rows: now.total },
        })
        return false
      })
    }
  },
}

/** Mails the users of an import batch by batch. */
export const tellOfCards: JobKind<Which> = {
  name: 'card-import-notify',
  async work(world, which) {
    for (let more = true; more;)
      more = await inside(world, which, async ctx => {
        const of = await lockCardImport(ctx.db, which.id)
        return of?.notifying ? tellSome(ctx, of) : false
      })
  },
}

const stalled = `select workspace_id as workspace, id, units_of as "unitsOf", state from card_imports
  where (state in ('reviewing', 'running') or notifying) and touched_at < now() - interval '20 seconds' limit 20`
const jobs: Record<string, JobKind<Which>> = { reviewing: reviewCardImport, running: runCardImport, done: tellOfCards }

/** Takes up imports of cards whose process went away. */
export const resumeCardImports: JobKind = {
  name: 'card-import-resume',
  cron: '* * * * *',
  async work(world) {
    const { rows } = await world.superPool.query<Which & { state: string }>(stalled)
    for (const row of rows) await jobs[row.state]?.work(world, row)
  },
}

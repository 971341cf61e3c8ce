import { transact } from '../../../../ground/db/transaction.ts'
import type { JobKind } from '../../../../ground/jobs.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { takeCardsBack } from '../../security-keys/assign/back.ts'
import {
  type CardUndo,
  dueCards,
  keepCardsUndone,
  lockCardUndo,
  type UndoneCard,
  updateCardUndo,
} from './undo.store.ts'

interface Which {
  workspace: string
  id: string
  /** The unit administrator whose people's keys alone may be touched. */
  unitsOf: string | null
}

// Each key may cost a mail, which is a job of its own
const batch = 500

/** Takes an import of cards back batch by batch; each batch and how far it came are one transaction. */
export const carryOnCardUndo: JobKind<Which> = {
  name: 'card-import-undo',
  async work(world, { workspace, id, unitsOf }) {
    const actor = { kind: 'operator', name: 'Claviger' } as const
    const request = { id: `card-import-undo ${id}`, ip: '', userAgent: '' }
    for (let more = true; more;)
      more = await transact(world, { actor, request, workspace, unitsOf: unitsOf ?? undefined }, async ctx => {
        const undo = await lockCardUndo(ctx.db, id)
        return undo?.finished_at === null && doBatch(ctx, undo)
      })
  },
}

async function doBatch(ctx: Ctx, undo: CardUndo): Promise<boolean> {
  const rows = await dueCards(ctx.db, undo, batch)
  const last = rows.at(-1)
  if (!last) {
    await updateCardUndo(ctx.db, undo.import_id, { finished_at: ctx.clock.now() })
    return false
  }
  const by = { id: undo.actor_id, name: undo.actor_name }
  const able = rows.filter(row => row.reason === null)
  await takeCardsBack(
    ctx,
    by,
    able.map(row => ({
      id: row.key_id,
      name: row.name as string,
      user_id: row.user_id as string,
      fills: row.fills,
      told: row.told,
    })),
  )
  const results = rows.map((row): UndoneCard => ({
    row: row.row,
    undone: row.reason !== null ? 'stayed' : row.fills ? 'emptied' : 'removed',
    stayed_for: row.reason,
  }))
  await keepCardsUndone(ctx.db, undo.import_id, results)
  const number = (of: UndoneCard['undone']) => results.filter(one => one.undone === of).length
  await updateCardUndo(ctx.db, undo.import_id, {
    seen: undo.seen + results.length,
    last_row: last.row,
    removed: undo.removed + number('removed'),
    emptied: undo.emptied + number('emptied'),
    stayed: undo.stayed + number('stayed'),
  })
  return true
}

const stalled = `select workspace_id as workspace, import_id as id, units_of as "unitsOf" from card_import_undos
  where finished_at is null and touched_at < now() - interval '20 seconds' limit 20`

/** Takes up undoings of imports of cards whose process went away. */
export const resumeCardUndos: JobKind = {
  name: 'card-import-undo-resume',
  cron: '* * * * *',
  async work(world) {
    const { rows } = await world.superPool.query<Which>(stalled)
    for (const row of rows) await carryOnCardUndo.work(world, row)
  },
}

import { byBatches, takesUp } from '../../../../ground/db/by-batches.ts'
import { inNameOf } from '../../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { askerNow } from '../../../work/rank/asker.ts'
import { takeCardsBack } from '../../security-keys/assign/back.ts'
import {
  type CardUndo,
  dueCards,
  keepCardsUndone,
  lockCardUndo,
  type UndoneCard,
  updateCardUndo,
} from './undo.store.ts'

// Each key may cost a mail, which is a job of its own
const batch = 250

/** Takes an import of cards back until no row waits. */
export const carryOnCardUndo = byBatches('card-import-undo', async (ctx, id) => {
  const undo = await lockCardUndo(ctx.db, id)
  return undo?.finished_at === null && doBatch(inNameOf(ctx, undo), undo)
})

async function doBatch(ctx: Ctx, undo: CardUndo): Promise<boolean> {
  const rows = await dueCards(ctx.db, undo, await askerNow(ctx, undo, 'keys.write'), batch)
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

/** Takes up undoings of imports of cards whose process went away. */
export const resumeCardUndos = takesUp('card-import-undo-resume', {
  table: 'card_import_undos',
  id: 'import_id',
  waits: 'finished_at is null',
  job: carryOnCardUndo,
})

import type { CardImport, CardStayReason, CardUndoPreview } from '@claviger/contract/keys/card-import'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import { problem } from '../../../../ground/problem.ts'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { askerOf, begunBy } from '../../../work/rank/asker.ts'
import { type CardImportRecord, findCardImport, lockCardImport } from '../card-import.store.ts'
import { cardImportOf } from '../reply.ts'
import { carryOnCardUndo } from './undo.jobs.ts'
import { findCardUndo, insertCardUndo, weighCards } from './undo.store.ts'

/** An import of cards that is done and was not taken back. Throws not-found and wrong-step. */
async function undoable(ctx: Ctx, id: string, find: typeof findCardImport): Promise<CardImportRecord> {
  const of = await find(ctx.db, id)
  if (!of) throw problem('not-found')
  if (of.state !== 'done' || of.notifying || (await findCardUndo(ctx.db, id)))
    throw problem('wrong-step', 'This import is not at that step')
  return of
}

/** Says in numbers what taking an import of cards back would do. Throws not-found and wrong-step. */
export async function previewCardUndo(ctx: Ctx, input: { id: string }): Promise<CardUndoPreview> {
  const of = await undoable(ctx, input.id, findCardImport)
  const weights = await weighCards(ctx.db, of.id, askerOf(ctx))
  const able = (fills: boolean) => weights.find(one => one.fills === fills && one.reason === null)
  const stay = new Map<CardStayReason, number>()
  for (const { reason, count } of weights) if (reason !== null) stay.set(reason, (stay.get(reason) ?? 0) + count)
  return {
    remove: able(false)?.count ?? 0,
    used: able(false)?.used ?? 0,
    empty: able(true)?.count ?? 0,
    stay: [...stay].map(([reason, count]) => ({ reason, count })),
  }
}

/** Begins to take an import of cards back, as a job. Throws not-found and wrong-step. */
export async function undoCards(ctx: Ctx, input: { id: string }): Promise<CardImport> {
  const of = await undoable(ctx, input.id, lockCardImport)
  const undo = await insertCardUndo(ctx.db, {
    workspace_id: workspaceOf(ctx),
    import_id: of.id,
    ...begunBy(ctx),
    started_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'cards.import-undone',
    object: { type: 'card-import', id: of.id, name: of.file_name },
    after: { cards: of.success },
  })
  await ctx.jobs.announce(ctx, carryOnCardUndo, { workspace: undo.workspace_id, id: of.id, unitsOf: undo.units_of })
  return cardImportOf(of, undo)
}

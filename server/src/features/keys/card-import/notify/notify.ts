import type { CardImport } from '@claviger/contract/keys/card-import'
import { problem } from '../../../../ground/problem.ts'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { tellOfCards } from '../card-import.jobs.ts'
import { forgetUntold, lockCardImport, updateCardImport } from '../card-import.store.ts'
import { cardImportOf } from '../reply.ts'
import { findCardUndo } from '../undo/undo.store.ts'

/**
 * Begins to tell the users of an import of their cards; those who were told before are left alone.
 * Throws not-found and wrong-step.
 */
export async function notifyUsers(ctx: Ctx, input: { id: string }): Promise<CardImport> {
  const of = await lockCardImport(ctx.db, input.id)
  if (!of) throw problem('not-found')
  if (of.state !== 'done' || of.notifying || (await findCardUndo(ctx.db, of.id)))
    throw problem('wrong-step', 'This import is not at that step')
  await forgetUntold(ctx.db, of.id)
  const now = await updateCardImport(ctx.db, of.id, { notifying: true, notified: of.mailed })
  await record(ctx, {
    action: 'cards.notified',
    object: { type: 'card-import', id: of.id, name: of.file_name },
    after: { cards: of.success - of.mailed },
  })
  await ctx.jobs.announce(ctx, tellOfCards, { workspace: of.workspace_id, id: of.id, unitsOf: of.units_of })
  return cardImportOf(now)
}

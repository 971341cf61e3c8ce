import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import type { ImportUndoPreview, UserImport } from '@claviger/contract/people/user-import'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import { problem } from '../../../../ground/problem.ts'
import { record } from '../../../../ground/record/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { askerOf, begunBy } from '../../../work/rank/asker.ts'
import { importOf } from '../reply.ts'
import { findImport, type ImportRecord, lockImport } from '../user-import.store.ts'
import { carryOnUndo } from './undo.jobs.ts'
import { findUndo, insertUndo, weigh } from './undo.store.ts'

/** An import of users that is done and was not taken back. Throws not-found and wrong-step. */
async function undoable(ctx: Ctx, id: string, find: typeof findImport): Promise<ImportRecord> {
  const of = await find(ctx.db, id)
  if (!of) throw problem('not-found')
  if (of.kind !== 'users' || of.state !== 'done' || (await findUndo(ctx.db, id)))
    throw problem('wrong-step', 'This import is not at that step')
  return of
}

/** Says in numbers what taking an import back would do. Throws not-found and wrong-step. */
export async function previewUndo(ctx: Ctx, input: { id: string }): Promise<ImportUndoPreview> {
  const of = await undoable(ctx, input.id, findImport)
  const weights = await weigh(ctx.db, of.id, askerOf(ctx))
  const able = (outcome: string) => weights.find(one => one.outcome === outcome && one.reason === null)
  const stay = new Map<BulkReason, number>()
  for (const { reason, count } of weights) if (reason !== null) stay.set(reason, (stay.get(reason) ?? 0) + count)
  return {
    remove: able('new')?.count ?? 0,
    keys: able('new')?.keys ?? 0,
    setBack: able('update')?.count ?? 0,
    stay: [...stay].map(([reason, count]) => ({ reason, count })),
  }
}

/** Begins to take an import back, as a job. Throws not-found and wrong-step. */
export async function undoImport(ctx: Ctx, input: { id: string }): Promise<UserImport> {
  const of = await undoable(ctx, input.id, lockImport)
  const undo = await insertUndo(ctx.db, {
    workspace_id: workspaceOf(ctx),
    import_id: of.id,
    ...begunBy(ctx),
    started_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'users.import-undone',
    object: { type: 'user-import', id: of.id, name: of.file_name },
    after: { created: of.created, updated: of.updated },
  })
  await ctx.jobs.announce(ctx, carryOnUndo, { workspace: undo.workspace_id, id: of.id, unitsOf: undo.units_of })
  return importOf(of, undo)
}

import { doneReply } from '@claviger/contract/platform/fields'
import { mostViews, type SavedView } from '@claviger/contract/people/saved-views'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { deleteView, insertView, updateView, viewsOf } from './saved-views.store.ts'

const told = (view: SavedView) => ({ type: 'view', id: view.id, name: view.name })

export const listViews = async (ctx: TransactionContext, ask: { list: string }) => ({
  items: await viewsOf(ctx.db, userOf(ctx).id, ask.list),
})

/** @throws view-name-taken (from its constraint), too-many-views */
export async function saveView(
  ctx: TransactionContext,
  input: { list: string; name: string; query: string },
): Promise<SavedView> {
  const { id: owner } = userOf(ctx)
  const { list, ...shown } = input
  if ((await viewsOf(ctx.db, owner, list)).length >= mostViews) throw problem('too-many-views')
  const view = { id: newId(), ...shown }
  await insertView(ctx.db, {
    ...view,
    workspace_id: workspaceOf(ctx),
    owner_id: owner,
    list,
    created_at: ctx.clock.now(),
  })
  await record(ctx, { action: 'view.saved', object: told(view), after: { list, query: view.query } })
  return view
}

export async function changeView(
  ctx: TransactionContext,
  { id, ...to }: { id: string; name: string; query: string },
): Promise<SavedView> {
  const view = await updateView(ctx.db, userOf(ctx).id, id, to)
  if (!view) throw problem('not-found')
  await record(ctx, { action: 'view.changed', object: told(view), after: to })
  return view
}

export async function removeView(ctx: TransactionContext, input: { id: string }) {
  const view = await deleteView(ctx.db, userOf(ctx).id, input.id)
  if (!view) throw problem('not-found')
  await record(ctx, { action: 'view.removed', object: told(view), before: { name: view.name, query: view.query } })
  return doneReply
}

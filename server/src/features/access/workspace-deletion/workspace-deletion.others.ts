import { endingKinds, type workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findWorkspace } from '#features/tenancy/administrators/administrators.ts'
import { countPurged } from './slices.store.ts'
import { cancelDeletion, endingOf, schedule } from './workspace-deletion.ts'
import { findDeletion } from './workspace-deletion.store.ts'

interface Named {
  id: string
  name: string
}

/** Enters another workspace. @throws not-found */
async function enter(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  await enterOnly(ctx, id)
}

/** @throws not-found */
export async function previewEnding(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<OutputOf<typeof workspaceEndings.preview.reply>> {
  await enter(ctx, id)
  const { owners, ...counts } = await countPurged(ctx.db)
  const row = await findDeletion(ctx.db, id)
  return { counts, kept: { owners }, ending: row ? endingOf(row) : null }
}

const plan = (kind: number) =>
  async function planEnding(ctx: TransactionContext, { id, name }: Named) {
    await enter(ctx, id)
    const before = await findDeletion(ctx.db, id)
    if (before && before.kind !== kind) throw problem('deletion-pending')
    return { ending: endingOf(await schedule(ctx, { name, kind })) }
  }

/** @throws not-found, name-differs, workspace-kept, deletion-pending */
export const removeWorkspace = plan(endingKinds.deletion)
/** @throws not-found, name-differs, workspace-kept, deletion-pending */
export const resetWorkspace = plan(endingKinds.reset)

/** Deletes a customer's workspace; the caller has checked that it is the partner's. @throws name-differs */
export async function deleteCustomer(ctx: TransactionContext, of: Named): Promise<{ leavesAt: string }> {
  const { ending } = await removeWorkspace(ctx, of)
  return { leavesAt: ending.endsAt }
}

/** @throws not-found, ending-begun */
export async function cancelEnding(ctx: TransactionContext, { id }: { id: string }) {
  await enter(ctx, id)
  await cancelDeletion(ctx)
  return doneReply
}

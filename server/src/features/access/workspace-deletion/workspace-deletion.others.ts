import { endingKinds, type workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findWorkspace } from '#features/tenancy/administrators/administrators.ts'
import { secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import { askSecondPerson, claimRequest } from '#features/tenancy/second-person/second-person.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { countPurged } from './slices.store.ts'
import { cancelDeletion, endingOf, mustNameWorkspace, schedule } from './workspace-deletion.ts'
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

/**
 * Plans the deletion or reset of a workspace; `with` is the super administrator who asked, if another one confirms.
 * @throws not-found, name-differs, workspace-kept, deletion-pending
 */
export async function planEnding(ctx: TransactionContext, of: Named & { kind: number; with?: string }) {
  await enter(ctx, of.id)
  const before = await findDeletion(ctx.db, of.id)
  if (before && before.kind !== of.kind) throw problem('deletion-pending')
  return { ending: endingOf(await schedule(ctx, of)) }
}

const endOrAsk = (kind: (typeof endingKinds)[keyof typeof endingKinds]) =>
  async function endWorkspace(ctx: TransactionContext, input: Named) {
    const waits = await askSecondPerson(ctx, { id: input.id, kind }, async inside => {
      await mustNameWorkspace(inside, input.name)
      return null
    })
    if (waits) return { ending: null, waits }
    return { ...(await planEnding(ctx, { ...input, kind })), waits: null }
  }

/** Plans the deletion, or asks a second super administrator. @throws not-found, name-differs, workspace-kept, deletion-pending */
export const removeWorkspace = endOrAsk(endingKinds.deletion)
/** Plans the reset, or asks a second super administrator. @throws not-found, name-differs, workspace-kept, deletion-pending */
export const resetWorkspace = endOrAsk(endingKinds.reset)

/** @throws not-found, second-person, request-over, workspace-kept, deletion-pending */
export async function confirmEnding(ctx: TransactionContext, input: { id: string; request: string }) {
  const row = await claimRequest(ctx, input, [secondPersonKinds.deletion, secondPersonKinds.reset])
  const { name } = await ownWorkspaceRow(ctx)
  await planEnding(ctx, { id: input.id, name, kind: row.kind, with: row.asked_by })
  return doneReply
}

/** Deletes a customer's workspace; the caller has checked that it is the partner's. @throws name-differs */
export async function deleteCustomer(ctx: TransactionContext, of: Named): Promise<{ leavesAt: string }> {
  const { ending } = await planEnding(ctx, { ...of, kind: endingKinds.deletion })
  return { leavesAt: ending.endsAt }
}

/** @throws not-found, ending-begun */
export async function cancelEnding(ctx: TransactionContext, { id }: { id: string }) {
  await enter(ctx, id)
  await cancelDeletion(ctx)
  return doneReply
}

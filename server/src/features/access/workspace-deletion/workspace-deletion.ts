import type { workspaceDeletion } from '@claviger/contract/access/workspace-deletion'
import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { type Ending, endingKinds } from '@claviger/contract/access/workspace-deletion.others'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { days, later } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { ownWorkspaceRow, setStatus } from '#features/tenancy/workspaces/workspaces.ts'
import { endSessionsOfOthers } from '../sessions/sessions.ts'
import { mailDeletionStarted, mailDeletionCanceled, mailResetBegun } from './workspace-deletion.mails.ts'
import { deleteDeletion, type DeletionRow, findDeletion, insertDeletion } from './workspace-deletion.store.ts'

type State = OutputOf<typeof workspaceDeletion.state.reply>

const stateOf = (row: DeletionRow | undefined): State => ({
  deletion: row
    ? { askedBy: row.asked_by, askedAt: row.asked_at.toISOString(), endsAt: row.ends_at.toISOString() }
    : null,
})

export const deletionState = async (ctx: TransactionContext): Promise<State> =>
  stateOf(await findDeletion(ctx.db, workspaceOf(ctx)))

export const endingOf = (row: DeletionRow): Ending => ({
  kind: row.kind,
  askedBy: row.asked_by,
  askedAt: row.asked_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  deleted: row.deleted,
})

/** @throws verify-first, name-differs, workspace-kept */
export async function beginDeletion(ctx: TransactionContext, { name }: { name: string }): Promise<State> {
  mustBeFresh(ctx)
  return stateOf(await schedule(ctx, { name, kind: endingKinds.deletion }))
}

const begun: Record<number, ActivityAction> = {
  [endingKinds.deletion]: 'workspace.deletion-begun',
  [endingKinds.reset]: 'workspace.reset-begun',
}
const cancelled: Record<number, ActivityAction> = {
  [endingKinds.deletion]: 'workspace.deletion-cancelled',
  [endingKinds.reset]: 'workspace.reset-cancelled',
}

/** The entered workspace, if it can be deleted and was named by its name. @throws name-differs, workspace-kept */
export async function mustNameWorkspace(ctx: TransactionContext, named: string) {
  const row = await ownWorkspaceRow(ctx)
  if (row.installation) throw problem('workspace-kept', "The installation's own workspace can't be deleted")
  if (named !== row.name) {
    const message = "The name doesn't match the workspace name"
    throw problem('name-differs', message, [{ field: 'name', message }])
  }
  return row
}

/**
 * Disables the entered workspace immediately, signs out all users except owners, and plans its deletion or reset after the
 * grace period; repeating the request does not extend it.
 * @throws name-differs, workspace-kept
 */
export async function schedule(
  ctx: TransactionContext,
  input: { name: string; kind: number; with?: string },
): Promise<DeletionRow> {
  const workspace = workspaceOf(ctx)
  const { id, name, status } = await mustNameWorkspace(ctx, input.name)
  const now = ctx.clock.now()
  const endsAt = later(now, days(graceDays))
  const own = userOf(ctx).name
  const by = input.with === undefined ? own : `${input.with}, ${own}`
  const row = await insertDeletion(ctx.db, {
    workspace_id: workspace,
    kind: input.kind,
    asked_by: by,
    asked_at: now,
    ends_at: endsAt,
    status_before: status,
  })
  if (!row) return (await findDeletion(ctx.db, workspace)) as DeletionRow
  await setStatus(ctx, workspaceStatus.disabled)
  const owners = await ownersOf(ctx)
  await endSessionsOfOthers(
    ctx,
    owners.map(owner => owner.id),
  )
  await record(ctx, {
    action: begun[input.kind] as ActivityAction,
    object: { type: 'workspace', id, name },
    after: { endsAt: endsAt.toISOString() },
  })
  const tell = input.kind === endingKinds.reset ? mailResetBegun : mailDeletionStarted
  await tell(ctx, owners, name, by, endsAt)
  return row
}

/** Cancels the deletion or reset and restores the previous status. @throws not-found, ending-begun */
export async function cancelDeletion(ctx: TransactionContext) {
  const row = await deleteDeletion(ctx.db, workspaceOf(ctx))
  if (!row) throw problem('not-found')
  if (row.begun_at !== null) throw problem('ending-begun')
  const { id, name } = await setStatus(ctx, row.status_before)
  await record(ctx, { action: cancelled[row.kind] as ActivityAction, object: { type: 'workspace', id, name } })
  await mailDeletionCanceled(ctx, await ownersOf(ctx), name, userOf(ctx).name)
  return doneReply
}

import type { workspaceDeletion } from '@claviger/contract/access/workspace-deletion'
import { graceDays } from '@claviger/contract/access/workspace-deletion'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { done } from '@claviger/contract/platform/fields'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { days, later } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { Ctx } from '#platform/world.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { ownWorkspaceRow, setStatus } from '#features/tenancy/workspaces/workspaces.ts'
import { endSessionsOfOthers } from '../sessions/sessions.ts'
import { mailBegun, mailKept } from './workspace-deletion.mails.ts'
import { deleteDeletion, type DeletionRow, findDeletion, insertDeletion } from './workspace-deletion.store.ts'

type State = OutputOf<typeof workspaceDeletion.state.reply>

const stateOf = (row: DeletionRow | undefined): State => ({
  deletion: row
    ? { askedBy: row.asked_by, askedAt: row.asked_at.toISOString(), endsAt: row.ends_at.toISOString() }
    : null,
})

export const deletionState = async (ctx: Ctx): Promise<State> => stateOf(await findDeletion(ctx.db, workspaceOf(ctx)))

/**
 * Disables the workspace immediately, signs out all users except owners, and deletes it after the grace period;
 * repeating the request does not extend it.
 * @throws verify-first, name-differs, workspace-kept
 */
export async function beginDeletion(ctx: Ctx, input: { name: string }): Promise<State> {
  mustBeFresh(ctx)
  const workspace = workspaceOf(ctx)
  const { id, name, status, installation } = await ownWorkspaceRow(ctx)
  if (installation) throw problem('workspace-kept', "The installation's own workspace can't be deleted")
  if (input.name !== name) {
    const message = "The name doesn't match the workspace name"
    throw problem('name-differs', message, [{ field: 'name', message }])
  }
  const now = ctx.clock.now()
  const endsAt = later(now, days(graceDays))
  const row = await insertDeletion(ctx.db, {
    workspace_id: workspace,
    asked_by: userOf(ctx).name,
    asked_at: now,
    ends_at: endsAt,
    status_before: status,
  })
  if (!row) return deletionState(ctx)
  await setStatus(ctx, workspaceStatus.disabled)
  const owners = await ownersOf(ctx)
  await endSessionsOfOthers(
    ctx,
    owners.map(owner => owner.id),
  )
  await record(ctx, {
    action: 'workspace.deletion-begun',
    object: { type: 'workspace', id, name },
    after: { endsAt: endsAt.toISOString() },
  })
  await mailBegun(ctx, owners, name, userOf(ctx).name, endsAt)
  return stateOf(row)
}

/** Cancels the deletion and restores the previous status. @throws not-found */
export async function cancelDeletion(ctx: Ctx) {
  const row = await deleteDeletion(ctx.db, workspaceOf(ctx))
  if (!row) throw problem('not-found')
  const { id, name } = await setStatus(ctx, row.status_before)
  await record(ctx, { action: 'workspace.deletion-cancelled', object: { type: 'workspace', id, name } })
  await mailKept(ctx, await ownersOf(ctx), name, userOf(ctx).name)
  return done
}

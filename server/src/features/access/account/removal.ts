import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { logFieldsOfDeleted } from '#features/people/users/users.columns.ts'
import { removeUser } from '#features/people/users/users.ts'
import { isLastOwner } from '#features/tenancy/administrators/administrators.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { beginDeletion } from '../workspace-deletion/workspace-deletion.ts'
import { mailNotice } from './account.mails.ts'
import { selfOf } from './account.ts'

/**
 * Deletes the caller's account and ends its sessions. A personal account is its workspace: it is disabled, and can be
 * reactivated until it is deleted (R199).
 * @throws verify-first, last-owner
 */
export async function removeOwnAccount(ctx: TransactionContext) {
  mustBeFresh(ctx)
  const actor = userOf(ctx)
  const { type, name } = await ownWorkspaceRow(ctx)
  if (type === workspaceTypes.individual) {
    await beginDeletion(ctx, { name })
    await endAllSessions(ctx, actor.id)
    return { ok: true as const }
  }
  if (await isLastOwner(ctx, actor.id)) throw problem('last-owner')
  const self = await selfOf(ctx)
  await removeUser(ctx, actor.id)
  await endAllSessions(ctx, actor.id)
  await record(ctx, {
    action: 'account.deleted',
    object: { type: 'user', id: actor.id, name: actor.name },
    before: logFieldsOfDeleted(self),
  })
  await mailNotice(ctx, self.email, self.first_name, 'deleted')
  return { ok: true as const }
}

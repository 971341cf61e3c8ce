import type { RunPreview, Run } from '@claviger/contract/work/runs'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { activations, type BulkAssignment } from '@claviger/contract/keys/key-assignment'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { chosenUsers } from '#features/people/users/users.list.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { previewOfWork, runOfWork } from '#features/work/works/works.runs.ts'
import { beginOn } from '#features/work/works/works.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { mustBeOffered, type NewAssignment } from './key-assignment.ts'
import { chosenSettings } from './assignment-settings.ts'
import { keyAssign } from './key-assignment.kind.ts'
import { inspectUsersToAssign } from './reasons.store.ts'

/**
 * @throws change-refused for a fingerprint that its user would enroll or that no program could;
 * setting-not-of-kind
 */
async function wishOf(
  ctx: TransactionContext,
  { type, activation, name, settings, ifOneExists }: BulkAssignment,
): Promise<NewAssignment> {
  if (type === keyKinds.fingerprint && activation === activations.byUser)
    throw problem('change-refused', 'A fingerprint is enrolled at a reader. Choose “Now” or “Later”')
  await mustBeOffered(ctx, type)
  if (settings) chosenSettings(ctx, type, settings)
  return { type, activation, ifOneExists, name, settings, cardId: undefined, cardFormat: undefined }
}

export async function previewAssignments(ctx: TransactionContext, input: BulkAssignment): Promise<RunPreview> {
  const { keys_per_user: most } = await settingsForKeys(ctx)
  const weights = await inspectUsersToAssign(
    ctx.db,
    { by: askerOf(ctx), wish: await wishOf(ctx, input), most },
    await chosenUsers(ctx, input),
  )
  return previewOfWork(weights, able => able.count)
}

export async function assignMany(ctx: TransactionContext, input: BulkAssignment): Promise<Run> {
  const work = await beginOn(ctx, keyAssign, { parameters: await wishOf(ctx, input) }, await chosenUsers(ctx, input))
  return runOfWork(ctx, keyAssign, work)
}

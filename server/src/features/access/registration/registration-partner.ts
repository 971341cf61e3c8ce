import { workspaceStatus, workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import type { TransactionContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'

/** The partner of a referral link; undefined if it was deleted or disabled, or never was one. */
export async function partnerOf(ctx: TransactionContext, referrer: string) {
  const face = await faceOf(ctx, referrer)
  return face?.type === workspaceTypes.partner && face.status !== workspaceStatus.disabled ? face : undefined
}

import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { superPermissions } from '@claviger/contract/platform/permissions'
import { userOf, workspaceOf } from '../platform/db/transaction.ts'
import { problem } from '../platform/problem.ts'
import type { TransactionContext } from '../platform/app-context.ts'

export const asksSuperPermission = ({ may, changes }: Endpoint): boolean => may.startsWith('super.') && changes

/**
 * Every change by a super administrator needs permission 1; for the deletion of workspaces, permission 2 is enough
 * (rule R179). @throws not-permitted
 */
export async function mustHoldSuperPermission(ctx: TransactionContext, { may }: Endpoint): Promise<void> {
  const row = await ctx.db
    .selectFrom('super_administrators')
    .select('permissions')
    .where('workspace_id', '=', workspaceOf(ctx))
    .where('user_id', '=', userOf(ctx).id)
    .executeTakeFirst()
  const enough =
    may === 'super.delete' ? [superPermissions.all, superPermissions.deleteWorkspaces] : [superPermissions.all]
  if (!enough.some(one => row?.permissions.includes(one))) throw problem('not-permitted')
}

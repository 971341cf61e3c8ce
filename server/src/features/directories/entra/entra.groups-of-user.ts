import * as z from 'zod/mini'
import { transact } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { accessToTenant } from '#features/connect/api-applications/api-applications.access.ts'
import { graphWith } from '../cloud/cloud.graph.ts'

const Group = z.object({ id: z.guid() })
const patience = 8000

/**
 * IDs of all groups of a user of a tenant, from Microsoft Graph; undefined if no connection leads to the tenant.
 * @throws CloudFailure
 */
export async function groupsAtEntra(
  ctx: RequestContext,
  { workspace, tenant, user }: { workspace: string; tenant: string; user: string },
): Promise<string[] | undefined> {
  const from = { actor: ctx.actor, request: ctx.request, workspace }
  const access = await transact(ctx, from, inner => accessToTenant(inner, tenant))
  if (!access) return undefined
  const path = `/users/${encodeURIComponent(user)}/transitiveMemberOf/microsoft.graph.group?$select=id&$count=true&$top=999`
  const how = { signal: AbortSignal.timeout(patience), headers: { ConsistencyLevel: 'eventual' } }
  const ids: string[] = []
  for await (const page of graphWith(ctx, access).pages(path, how)) ids.push(...page.map(one => Group.parse(one).id))
  return ids
}

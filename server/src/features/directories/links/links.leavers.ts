import type { TransactionContext } from '#platform/app-context.ts'
import { refreshUserStatistics } from '#features/people/users/users.directory.ts'
import { leaverOfRank, managedOf, overdue, recountLinks } from './links.store.ts'

/** Numbers of users, groups, and memberships that a directory manages. */
export const managedBy = (ctx: TransactionContext, connection: { id: string }) => managedOf(ctx.db, connection.id)

/** Users of all workspaces who left long enough ago to be deleted: immutable IDs by workspace and directory. */
export async function overdueLeavers(
  ctx: TransactionContext,
  most: number,
): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>()
  for (const { workspace_id: workspace, connection_id: connection, anchor } of await overdue(
    ctx.db,
    ctx.clock.now(),
    most,
  )) {
    const all = found.get(workspace) ?? new Map<string, string[]>()
    all.set(connection, [...(all.get(connection) ?? []), anchor])
    found.set(workspace, all)
  }
  return found
}

/** A user with a role who left their directory but still has access, for a decision by owners; and their number. */
export const findLeaverWithRole = (ctx: TransactionContext) => leaverOfRank(ctx.db)

/** Analyzes the tables while a directory adds many links; `before` and `now` are counts of links. */
export async function manyLinked(ctx: TransactionContext, before: number, now: number): Promise<void> {
  if (await refreshUserStatistics(ctx, before, now)) await recountLinks(ctx.db)
}

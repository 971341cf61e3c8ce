import { groupTypes } from '@claviger/contract/people/groups'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachShared } from '#features/work/rank/rank.ts'
import { groupNamed, groupsById, lockGroup } from './groups.store.ts'
import { addPairs, removePeople } from './members.store.ts'

export async function joinableGroup(ctx: TransactionContext, id: string): Promise<{ id: string; name: string }> {
  const [group] = await groupsById(ctx.db, [id])
  if (!group) throw problem('not-found', 'Group not found', [{ field: 'target', message: 'This group does not exist' }])
  if (group.type !== groupTypes.internal) throw problem('imported-read-only')
  if (group.by_rule) throw problem('rule-decides')
  await mustReachShared(ctx, [id])
  return group
}

/** Whether users can be added manually now; locks the group until the transaction ends. */
export async function isJoinable(ctx: TransactionContext, id: string): Promise<boolean> {
  const group = await lockGroup(ctx.db, id)
  return group?.type === groupTypes.internal && !group.by_rule
}

/** A group that users can join by hand, by its name; undefined for any other. */
export async function groupIdNamed(ctx: TransactionContext, name: string): Promise<string | undefined> {
  const id = await groupNamed(ctx.db, name, null)
  return id !== undefined && (await isJoinable(ctx, id)) ? id : undefined
}

export async function joinGroup(ctx: TransactionContext, group: string, users: readonly string[]): Promise<void> {
  await addPairs(
    ctx.db,
    workspaceOf(ctx),
    users.map(() => group),
    users,
  )
}

export async function joinGroups(
  ctx: TransactionContext,
  pairs: readonly { group: string; user: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  const [groups, users] = [pairs.map(pair => pair.group), pairs.map(pair => pair.user)]
  await addPairs(ctx.db, workspaceOf(ctx), groups, users)
}

export async function leaveGroup(ctx: TransactionContext, group: string, users: readonly string[]): Promise<void> {
  await removePeople(ctx.db, group, users)
}

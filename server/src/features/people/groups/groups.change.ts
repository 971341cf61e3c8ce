import { isDeepStrictEqual } from 'node:util'
import { doneReply } from '@claviger/contract/platform/fields'
import { type GroupRule, ruleInWords } from '@claviger/contract/people/groups/rules'
import { type Group, groupTypes } from '@claviger/contract/people/groups'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachPeopleOf, mustReachShared } from '#features/work/rank/rank.ts'
import { editable } from './editable.ts'
import { endGroup, objectOf } from './groups.ts'
import { getGroup } from './groups.list.ts'
import { deleteGroup, lockGroup, makeGroup, isGroupRestricting, updateGroup } from './groups.store.ts'
import { changeMembers } from './groups.members.ts'
import { setRule } from './groups.rules.ts'

interface Info {
  name: string
  description?: string | undefined
}

/** @throws group-name-taken (from the constraint); not-found for an unknown user */
export async function createGroup(
  ctx: TransactionContext,
  input: Info & { users?: string[] | undefined; rule?: GroupRule | null | undefined },
): Promise<Group> {
  const id = newId()
  const row = { id, name: input.name, description: input.description ?? '', type: groupTypes.internal }
  await makeGroup(ctx.db, { ...row, workspace_id: workspaceOf(ctx), created_at: ctx.clock.now() })
  if (input.rule) await setRule(ctx, id, input.rule)
  else if (input.users?.length) {
    const { unknown } = await changeMembers(ctx, row, { add: input.users })
    if (unknown.length > 0) throw unknownUsers()
  }
  await record(ctx, {
    action: 'group.created',
    object: objectOf(row),
    after: {
      name: row.name,
      description: row.description || undefined,
      rule: input.rule ? ruleInWords(input.rule) : undefined,
    },
  })
  return getGroup(ctx, { groupId: id })
}

export async function changeGroup(
  ctx: TransactionContext,
  input: Info & { groupId: string; rule?: GroupRule | null | undefined },
): Promise<Group> {
  const before = await getGroup(ctx, input)
  const row = await editable(ctx, input.groupId)
  const info = { name: input.name, description: input.description ?? row.description }
  if (info.name !== row.name || info.description !== row.description) await updateGroup(ctx.db, row.id, info)
  // The database stores the fields of a rule in its own order
  const ruleChanges = input.rule !== undefined && !isDeepStrictEqual(input.rule, before.rule)
  if (ruleChanges) await setRule(ctx, row.id, input.rule ?? null)
  const after = await getGroup(ctx, input)
  const told = ({ name, description, rule }: Group) => ({
    name,
    description,
    rule: rule ? ruleInWords(rule) : undefined,
  })
  if (JSON.stringify(told(before)) !== JSON.stringify(told(after)))
    await record(ctx, { action: 'group.updated', object: objectOf(after), before: told(before), after: told(after) })
  return after
}

export async function editGroup(
  ctx: TransactionContext,
  input: Info & { groupId: string; users?: string[] | undefined },
): Promise<Group> {
  await changeGroup(ctx, input)
  if (input.users) {
    const { unknown } = await changeMembers(ctx, await editable(ctx, input.groupId, 'members'), { set: input.users })
    if (unknown.length > 0) throw unknownUsers()
  }
  return getGroup(ctx, input)
}

/**
 * Deletes a group, or ends it while what restricts its users names it.
 * @throws not-found, everyone-group, group-still-named, owners-locked-out
 */
export async function removeGroup(
  ctx: TransactionContext,
  input: { groupId: string; lockOutSeen?: boolean | undefined },
) {
  const row = await lockGroup(ctx.db, input.groupId)
  if (!row) throw problem('not-found')
  if (row.type === groupTypes.everyone) throw problem('everyone-group', "The “All users” group can't be deleted")
  await mustReachPeopleOf(ctx, 'group', [row.id])
  await mustReachShared(ctx, [row.id])
  await ctx.removals.mustBeSafe(ctx, { kind: 'group', ids: [row.id] }, input.lockOutSeen)
  if (await isGroupRestricting(ctx.db, row.id)) {
    if (row.ended_at !== null) throw problem('group-still-named')
    await endGroup(ctx, row)
    return doneReply
  }
  await deleteGroup(ctx.db, row.id)
  await record(ctx, { action: 'group.deleted', object: objectOf(row), before: { name: row.name } })
  return doneReply
}

const unknownUsers = () =>
  problem('not-found', 'User not found', [{ field: 'users', message: 'One of these users does not exist' }])

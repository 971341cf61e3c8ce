import { mustReachShared } from '#features/work/rank/rank.ts'
import { groupTypes } from '@claviger/contract/people/groups'
import { newId } from '#platform/ids.ts'
import { runParts, type StatementParts } from '#platform/db/parts.ts'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { StatementContext, TransactionContext } from '#platform/app-context.ts'
import { record } from '#platform/record/record.ts'
import * as store from './groups.store.ts'

export { groupsById } from './groups.store.ts'

export const objectOf = (group: { id: string; name: string }) => ({ type: 'group', id: group.id, name: group.name })

/**
 * Ends a group: its members lose what it gave them. Policies that block its members and authentication profiles keep
 * applying to these users (decision 55).
 */
export async function endGroup(ctx: TransactionContext, group: { id: string; name: string }): Promise<void> {
  await store.endGroup(ctx.db, group.id, ctx.clock.now())
  await record(ctx, { action: 'group.ended', object: objectOf(group), before: { name: group.name } })
}

export const listGroupIds = async (ctx: TransactionContext) => ({
  items: (await store.allGroups(ctx.db)).map(({ id, name, type, by_rule: byRule }) => ({ id, name, type, byRule })),
})

export const listPlainGroups = async (ctx: TransactionContext) => ({ items: await store.allGroups(ctx.db) })

/** Creates the group of all users if missing; its members are computed, never stored. */
export const everyoneGroup = (ctx: TransactionContext): Promise<void> => runParts(ctx.db, everyoneParts(ctx))

/** The group of all users, if missing, as part of the statement that adds a user. */
export function everyoneParts(ctx: StatementContext): StatementParts {
  // Unit administrators can't create groups, and a workspace has users before it has unit administrators
  if (ctx.db !== undefined && ctx.unitsOf !== undefined) return {}
  const group = { workspace_id: workspaceOf(ctx), id: newId(), name: 'Everyone', type: groupTypes.everyone }
  return { everyone: store.missingGroup(group) }
}

export async function holdsEveryone(ctx: TransactionContext, group: string): Promise<boolean> {
  const [found] = await store.groupsById(ctx.db, [group])
  return found?.type === groupTypes.everyone
}

export const groupNamesOf = async (ctx: TransactionContext, user: string): Promise<string[]> =>
  (await store.groupsOf(ctx.db, user)).map(group => group.name).toSorted()

/**
 * Sets a user's groups and returns their names. Directory-managed and rule-based groups stay unchanged.
 * @throws not-found for an unknown group; imported-read-only, rule-decides for joining one of those
 */
export async function setGroupsOf(ctx: TransactionContext, user: string, wanted: readonly string[]): Promise<string[]> {
  const now = await store.groupsOf(ctx.db, user)
  const known = wanted.length === 0 ? [] : await store.groupsById(ctx.db, wanted)
  if (known.length < new Set(wanted).size) throw unknownGroup()
  const joined = known.filter(group => group.type !== groupTypes.everyone && !now.some(one => one.id === group.id))
  if (joined.some(group => group.type === groupTypes.external)) throw problem('imported-read-only')
  if (joined.some(group => group.by_rule)) throw problem('rule-decides')
  if (joined.length > 0)
    await mustReachShared(
      ctx,
      joined.map(group => group.id),
    )
  const byHand = now.filter(group => group.type === groupTypes.internal && !group.by_rule)
  const left = byHand.filter(group => !known.some(one => one.id === group.id))
  await store.deleteMembers(
    ctx.db,
    user,
    left.map(group => group.id),
  )
  await store.insertMembers(
    ctx.db,
    workspaceOf(ctx),
    user,
    joined.map(group => group.id),
  )
  return [...now.filter(group => !left.includes(group)), ...joined].map(group => group.name).toSorted()
}

export async function mustBeGroup(ctx: TransactionContext, id: string): Promise<void> {
  if ((await store.groupsById(ctx.db, [id])).length === 0) throw problem('not-found')
}

export async function mustHaveGroups(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  const known = ids.length === 0 ? [] : await store.groupsById(ctx.db, ids)
  if (known.length < new Set(ids).size) throw unknownGroup()
}

const unknownGroup = () =>
  problem('not-found', 'Group not found', [{ field: 'groups', message: 'One of these groups does not exist' }])

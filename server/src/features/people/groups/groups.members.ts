import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachAll, mustReachShared } from '#features/work/rank/rank.ts'
import { editable } from './editable.ts'
import { recordMembers as tell } from './members.log.ts'
import { addPeople, dropPeople, knownUsers, type NamedUser, replacePeople } from './members.store.ts'

type Change = { add: readonly string[] } | { drop: readonly string[] } | { set: readonly string[] }

interface Changed {
  added: number
  already: number
  removed: number
  unknown: string[]
}

/**
 * Changes the members of a manual group and logs it for the group and each user.
 * @throws above-you for a user with a higher role, or if the group opens an account of one to all members
 */
export async function changeMembers(
  ctx: TransactionContext,
  group: { id: string; name: string },
  to: Change,
): Promise<Changed> {
  const [wanted] = Object.values(to) as [readonly string[]]
  const ids = [...new Set(wanted)]
  const known = await knownUsers(ctx.db, ids)
  const joined = 'drop' in to ? [] : await addPeople(ctx.db, workspaceOf(ctx), group.id, known)
  const left = await leaving(ctx, group.id, to, known)
  await mustReachAll(
    ctx,
    [...joined, ...left].map(person => person.id),
  )
  if (joined.length > 0) await mustReachShared(ctx, [group.id])
  await tell(ctx, group, 'group.joined', joined)
  await tell(ctx, group, 'group.left', left)
  const found = new Set(known)
  return {
    added: joined.length,
    already: 'drop' in to ? 0 : known.length - joined.length,
    removed: left.length,
    unknown: ids.filter(id => !found.has(id)),
  }
}

function leaving(
  ctx: TransactionContext,
  group: string,
  to: Change,
  known: readonly string[],
): Promise<NamedUser[]> | NamedUser[] {
  if ('drop' in to) return dropPeople(ctx.db, group, to.drop)
  return 'set' in to ? replacePeople(ctx.db, group, known) : []
}

export const usersHere = (ctx: TransactionContext, ids: readonly string[]) => knownUsers(ctx.db, ids)

interface Which {
  groupId: string
  users: string[]
}

export const addMembers = async (ctx: TransactionContext, { groupId, users }: Which) =>
  changeMembers(ctx, await editable(ctx, groupId, 'members'), { add: users })

export const setMembers = async (ctx: TransactionContext, { groupId, users }: Which) =>
  changeMembers(ctx, await editable(ctx, groupId, 'members'), { set: users })

export const removeMembers = async (ctx: TransactionContext, { groupId, users }: Which) =>
  changeMembers(ctx, await editable(ctx, groupId, 'members'), { drop: users })

/** Adds users to several groups: to all, or to none if one can't be joined. */
export const addUsersToGroups = (ctx: TransactionContext, input: { users: string[]; groups: string[] }) =>
  inEach(ctx, input.groups, { add: input.users })

export const deleteUsers = (ctx: TransactionContext, input: { users: string[]; groups: string[] }) =>
  inEach(ctx, input.groups, { drop: input.users })

export const addToUser = async (ctx: TransactionContext, input: { id: string; groups: string[] }) => {
  await there(ctx, input.id)
  return inEach(ctx, input.groups, { add: [input.id] })
}

export const removeFromUser = async (ctx: TransactionContext, input: { id: string; groups: string[] }) => {
  await there(ctx, input.id)
  return inEach(ctx, input.groups, { drop: [input.id] })
}

async function there(ctx: TransactionContext, user: string): Promise<void> {
  if ((await knownUsers(ctx.db, [user])).length === 0) throw problem('not-found')
}

async function inEach(ctx: TransactionContext, groups: readonly string[], to: Change): Promise<Changed> {
  const sum: Changed = { added: 0, already: 0, removed: 0, unknown: [] }
  // In a fixed order, so that two calls over the same groups wait for each other instead of deadlocking
  for (const id of [...new Set(groups)].toSorted()) {
    const one = await changeMembers(ctx, await editable(ctx, id, 'members'), to)
    sum.added += one.added
    sum.already += one.already
    sum.removed += one.removed
    sum.unknown = one.unknown
  }
  return sum
}

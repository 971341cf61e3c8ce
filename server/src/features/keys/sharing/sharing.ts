import { doneReply } from '@claviger/contract/platform/fields'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustHaveGroups } from '#features/people/groups/groups.ts'
import { askerOf, mustBeJoinedByHand, mustReachPeopleOf } from '#features/work/rank/rank.ts'
import { lockUsers } from '#features/people/users/users.many.ts'
import { mustReachAll, userToChange } from '#features/people/users/users.rank.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { accountsOfUser } from './sharing.accounts.ts'
import { accountsOfShares, deleteShares, deleteSharesWith, insertShares, setDefaultAccount } from './sharing.store.ts'

const nameOf = (user: UserRow) => `${user.first_name} ${user.last_name}`
const objectOf = (user: UserRow) => ({ type: 'user', id: user.id, name: nameOf(user) })

/**
 * Shares a user's account with users and groups.
 * @throws not-found; invalid-input for an empty list or the account itself; above-you for an account or user
 * with a higher role; members-not-by-hand for an administrator's account and a group filled by a rule, a
 * directory, or the whole workspace
 */
export async function shareAccount(ctx: TransactionContext, input: { id: string; users: string[]; groups: string[] }) {
  const account = await userToChange(ctx, input.id)
  const users = [...new Set(input.users)]
  const groups = [...new Set(input.groups)]
  if (users.length + groups.length === 0)
    throw problem('invalid-input', 'Choose at least one user or group', [
      { field: 'users', message: 'Choose at least one user or group' },
    ])
  if (users.includes(account.id))
    throw problem('invalid-input', "You can't share an account with itself", [
      { field: 'users', message: "You can't share an account with itself" },
    ])
  const people = users.length === 0 ? [] : await lockUsers(ctx.db, users)
  if (people.length < users.length)
    throw problem('not-found', 'User not found', [{ field: 'users', message: 'One of these users does not exist' }])
  await mustReachAll(ctx, users)
  await mustHaveGroups(ctx, groups)
  await mustReachPeopleOf(ctx, 'group', groups)
  await mustBeJoinedByHand(ctx, groups, account.id)
  const by = askerOf(ctx)
  const added = await insertShares(ctx.db, {
    workspace: workspaceOf(ctx),
    account: account.id,
    users,
    groups,
    by,
    now: ctx.clock.now(),
  })
  if (added > 0)
    await record(ctx, {
      action: 'account.shared',
      object: objectOf(account),
      after: { users: people.slice(0, 20).map(nameOf), groups: groups.length, added },
    })
  return { added, already: users.length + groups.length - added }
}

export async function removeAccountShares(
  ctx: TransactionContext,
  input: { id: string; users?: string[] | undefined; groups?: string[] | undefined },
) {
  const account = await userToChange(ctx, input.id)
  const removed = await deleteSharesWith(ctx.db, account.id, input.users ?? [], input.groups ?? [])
  if (removed > 0) await record(ctx, { action: 'account.unshared', object: objectOf(account), after: { removed } })
  return { removed }
}

export async function removeShares(ctx: TransactionContext, input: { ids: string[] }) {
  const accounts = []
  for (const id of await accountsOfShares(ctx.db, input.ids)) accounts.push(await userToChange(ctx, id))
  const removed = await deleteShares(ctx.db, input.ids)
  for (const account of accounts)
    await record(ctx, { action: 'account.unshared', object: objectOf(account), after: { removed } })
  return { removed }
}

export async function removeShare(ctx: TransactionContext, input: { id: string }) {
  const { removed } = await removeShares(ctx, { ids: [input.id] })
  if (removed === 0) throw problem('not-found')
  return doneReply
}

export async function chooseDefaultAccount(ctx: TransactionContext, input: { id: string; accountId: string | null }) {
  const user = await userToChange(ctx, input.id)
  const wanted = input.accountId ?? user.id
  const account = (await accountsOfUser(ctx, user.id)).find(one => one.id === wanted)
  if (!account) throw problem('not-found', 'This account is not shared with the user')
  await setDefaultAccount(ctx.db, workspaceOf(ctx), user.id, account.own ? null : account.id)
  await record(ctx, { action: 'account.default-chosen', object: objectOf(user), after: { opens: account.name } })
  return doneReply
}

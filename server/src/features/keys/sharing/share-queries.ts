import type { Page } from '@claviger/contract/platform/page'
import type { Share } from '@claviger/contract/keys/sharing'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { listGroupIds } from '#features/people/groups/groups.ts'
import { userById } from '#features/people/users/users.ts'
import { accountsOfUser } from './sharing.accounts.ts'
import * as store from './share-queries.store.ts'
import type { ShareRow } from './share-queries.store.ts'

const shareOf = (row: ShareRow): Share => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name, userId: row.account_login },
  user:
    row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '', userId: row.person_login ?? '' },
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
  madeBy: row.made_by_name,
  createdAt: row.created_at.toISOString(),
  opens: row.opens,
})

export function listShares(ctx: TransactionContext, ask: Page) {
  return paginate<Share>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      ...store.sharesPage,
      item: shareOf,
    },
  )
}

async function mustBeThere(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await userById(ctx, id))) throw problem('not-found')
}

export async function groupsToShare(ctx: TransactionContext, { id }: { id: string }) {
  const taken = new Set((await sharedGroups(ctx, { id })).items.map(group => group.id))
  const { items } = await listGroupIds(ctx)
  return { items: items.filter(group => !taken.has(group.id)).map(group => ({ id: group.id, name: group.name })) }
}

export async function sharedWith(ctx: TransactionContext, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await store.peopleOfAccount(ctx.db, id, ctx.clock.now()) }
}

export async function sharedGroups(ctx: TransactionContext, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await store.groupsOfAccount(ctx.db, id) }
}

export async function listOpenedAccounts(ctx: TransactionContext, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await accountsOfUser(ctx, id) }
}

export async function countShared(ctx: TransactionContext, { id }: { id: string }) {
  const { items } = await listOpenedAccounts(ctx, { id })
  return { count: items.filter(account => !account.own).length, sharedWith: await store.sharesOfAccount(ctx.db, id) }
}

export async function sharedPasskeys(ctx: TransactionContext, { id }: { id: string }) {
  const { items } = await listOpenedAccounts(ctx, { id })
  const accounts = new Map(
    items.flatMap(account =>
      account.own ? [] : [[account.id, { id: account.id, name: account.name, userId: account.userId }]],
    ),
  )
  const rows = await store.passkeysHeldBy(ctx.db, [...accounts.keys()], ctx.clock.now())
  return {
    items: rows.flatMap(row => {
      const account = accounts.get(row.user_id)
      const lastUsedAt = row.last_used_at?.toISOString() ?? null
      return account ? [{ id: row.id, site: row.site, userName: row.user_name, account, lastUsedAt }] : []
    }),
  }
}

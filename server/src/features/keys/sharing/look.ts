import type { Page } from '@claviger/contract/ground/page'
import type { Share } from '@claviger/contract/keys/sharing'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { listGroupIds } from '../../people/groups/groups.ts'
import { userById } from '../../people/users/users.ts'
import { accountsOfUser } from './sharing.accounts.ts'
import * as store from './look.store.ts'
import type { ShareRow } from './look.store.ts'

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

/** All shares, the newest first; a search looks at the account and at whom it is shared with. */
export function listShares(ctx: Ctx, ask: Page) {
  return paginate<Share>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      ...store.sharesPage,
      item: shareOf,
    },
  )
}

async function mustBeThere(ctx: Ctx, id: string): Promise<void> {
  if (!(await userById(ctx, id))) throw problem('not-found')
}

/** Groups that an account is not shared with yet. Throws not-found. */
export async function groupsToShare(ctx: Ctx, { id }: { id: string }) {
  const taken = new Set((await sharedGroups(ctx, { id })).items.map(group => group.id))
  const { items } = await listGroupIds(ctx)
  return { items: items.filter(group => !taken.has(group.id)).map(group => ({ id: group.id, name: group.name })) }
}

/** Users that an account is shared with, each with how many cards open it now. Throws not-found. */
export async function sharedWith(ctx: Ctx, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await store.peopleOfAccount(ctx.db, id, ctx.clock.now()) }
}

/** Groups that an account is shared with. Throws not-found. */
export async function sharedGroups(ctx: Ctx, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await store.groupsOfAccount(ctx.db, id) }
}

/** Accounts that the cards of a user open, the own one first. Throws not-found. */
export async function openedAccounts(ctx: Ctx, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await accountsOfUser(ctx, id) }
}

/** How many accounts are shared with a user, and with how many users and groups the own one is. Throws not-found. */
export async function countShared(ctx: Ctx, { id }: { id: string }) {
  const { items } = await openedAccounts(ctx, { id })
  return { count: items.filter(account => !account.own).length, sharedWith: await store.sharesOfAccount(ctx.db, id) }
}

/** Passkeys of the accounts that are shared with a user, as far as the server holds them. Throws not-found. */
export async function sharedPasskeys(ctx: Ctx, { id }: { id: string }) {
  const { items } = await openedAccounts(ctx, { id })
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

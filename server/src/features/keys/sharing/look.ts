import type { Page } from '@claviger/contract/ground/page'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import type { Share } from '@claviger/contract/keys/sharing'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { listGroupIds } from '../../people/groups/groups.ts'
import { userById } from '../../people/users/users.ts'
import { accountsOfUser } from './sharing.accounts.ts'

interface ShareRow {
  id: string
  account_id: string
  account_name: string
  account_login: string
  person_id: string | null
  person_name: string | null
  person_login: string | null
  group_id: string | null
  group_name: string | null
  made_by_name: string
  created_at: Date
}

const shareOf = (row: ShareRow): Share => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name, userId: row.account_login },
  user:
    row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '', userId: row.person_login ?? '' },
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
  madeBy: row.made_by_name,
  createdAt: row.created_at.toISOString(),
})

const all = sql`shares
  join users a on a.workspace_id = shares.workspace_id and a.id = shares.account_id and a.deleted_at is null
  left join users p on p.workspace_id = shares.workspace_id and p.id = shares.person_id
  left join groups g on g.workspace_id = shares.workspace_id and g.id = shares.group_id`

/** All shares, the newest first; a search looks at the account and at whom it is shared with. */
export function listShares(ctx: Ctx, ask: Page) {
  return paginate<Share>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: all,
      select: sql`shares.*, a.first_name || ' ' || a.last_name as account_name, a.user_id as account_login,
        p.first_name || ' ' || p.last_name as person_name, p.user_id as person_login, g.name as group_name`,
      where: [sql`(p.id is null or p.deleted_at is null)`],
      search: { in: [sql`g.name`], plain: [sql`a.search`, sql`p.search`] },
      sorts: { created: { by: sql`shares.created_at`, type: 'timestamptz' } },
      id: sql`shares.id`,
      defaultSort: 'created',
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
  const { rows } = await sql<{ shareId: string; id: string; name: string; userId: string; cards: number }>`
    select s.id as "shareId", u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", (
      select count(*)::integer from security_keys k
      where k.user_id = u.id and k.kind = ${keyKinds.accessCard}::smallint and k.status = ${keyStatus.active}::smallint
        and (not k.proof_due or k.proof_counts_at <= ${ctx.clock.now()}::timestamptz)
    ) as cards
    from shares s join users u on u.id = s.person_id
    where s.account_id = ${id}::uuid and u.deleted_at is null order by u.sort_name, u.id limit 5000`.execute(ctx.db)
  return { items: rows }
}

/** Groups that an account is shared with. Throws not-found. */
export async function sharedGroups(ctx: Ctx, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  const { rows } = await sql<{ shareId: string; id: string; name: string }>`
    select s.id as "shareId", g.id, g.name from shares s join groups g on g.id = s.group_id
    where s.account_id = ${id}::uuid order by g.name, g.id limit 5000`.execute(ctx.db)
  return { items: rows }
}

/** Accounts that the cards of a user open, the own one first. Throws not-found. */
export async function openedAccounts(ctx: Ctx, { id }: { id: string }) {
  await mustBeThere(ctx, id)
  return { items: await accountsOfUser(ctx, id) }
}

/** How many accounts are shared with a user. Throws not-found. */
export async function countShared(ctx: Ctx, { id }: { id: string }) {
  const { items } = await openedAccounts(ctx, { id })
  return { count: items.filter(account => !account.own).length }
}

interface PasskeyRow {
  id: string
  site: string
  user_name: string | null
  user_id: string
  last_used_at: Date | null
}

/** Passkeys of the accounts that are shared with a user, as far as the server holds them. Throws not-found. */
export async function sharedPasskeys(ctx: Ctx, { id }: { id: string }) {
  const { items } = await openedAccounts(ctx, { id })
  const accounts = new Map(
    items.flatMap(account =>
      account.own ? [] : [[account.id, { id: account.id, name: account.name, userId: account.userId }]],
    ),
  )
  const { rows } = await sql<PasskeyRow>`
    select c.id, c.rp_id as site, c.user_name, k.user_id, c.last_used_at
    from security_keys k join held_credentials c on c.security_key_id = k.id
    where k.user_id = any(${[...accounts.keys()]}::uuid[]) and k.status = ${keyStatus.active}::smallint and k.blocked_at is null
      and (not k.proof_due or k.proof_counts_at <= ${ctx.clock.now()}::timestamptz)
    order by c.made_at, c.id limit 500`.execute(ctx.db)
  return {
    items: rows.flatMap(row => {
      const account = accounts.get(row.user_id)
      const lastUsedAt = row.last_used_at?.toISOString() ?? null
      return account ? [{ id: row.id, site: row.site, userName: row.user_name, account, lastUsedAt }] : []
    }),
  }
}

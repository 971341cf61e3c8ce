import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Ctx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'

/**
 * Accounts that the server-held keys of a user open: the own one, then those shared with the user or a group of the
 * user, without people in the bin or out of use. The default is the chosen one while it is still shared, else the own.
 * Groups that nobody puts people into by hand, of a rule, a directory or everybody, open no account of an administrator:
 * else whoever writes what a rule asks for decides who gets in there.
 */
export async function accountsOfUser(ctx: Ctx, user: string): Promise<OpenedAccount[]> {
  const { rows } = await sql<OpenedAccount>`
    with found as (
      select ${user}::uuid as id
      union select s.account_id from shares s where s.person_id = ${user}::uuid
      union select s.account_id from group_members m join shares s on s.group_id = m.group_id
        where m.user_id = ${user}::uuid and opens_by_group(s.group_id, s.account_id)
      union select s.account_id from groups g join shares s on s.group_id = g.id
        where g.type = 0 and opens_by_group(g.id, s.account_id)
    ), opened as (
      select u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", u.sort_name,
        u.id = ${user}::uuid as own, coalesce(d.account_id = u.id, false) as chosen
      from found join users u on u.id = found.id
        left join default_accounts d on d.user_id = ${user}::uuid and d.account_id = u.id
      where u.deleted_at is null
        and (u.id = ${user}::uuid or (u.suspended_at is null and u.deactivated_at is null))
    )
    select id, name, "userId", own, chosen or (own and not exists (select from opened o where o.chosen)) as "isDefault"
    from opened order by own desc, sort_name, id limit 500`.execute(ctx.db)
  return rows
}

/** The same for a key; one whose passkeys the server does not hold opens its owner's account alone. */
export async function accountsOf(ctx: Ctx, key: { user_id: string; kind: number }): Promise<OpenedAccount[]> {
  const all = await accountsOfUser(ctx, key.user_id)
  return key.kind === keyKinds.accessCard ? all : all.filter(account => account.own)
}

/** May this person still open somebody's account with a card? Nobody does who is out of use. */
export async function stillOpens(ctx: Ctx, person: string, account: string): Promise<boolean> {
  const who = await userById(ctx, person)
  if (!who || who.deleted_at !== null || who.suspended_at !== null || who.deactivated_at !== null) return false
  return (await accountsOfUser(ctx, person)).some(one => one.id === account)
}

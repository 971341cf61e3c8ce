import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

interface NewShares {
  workspace: string
  account: string
  users: readonly string[]
  groups: readonly string[]
  by: { id: string | null; name: string }
  now: Date
}

/**
 * Shares an account with people and groups, and answers how many it was not shared with before. A share that opens nothing
 * any more, because of who made it, is made by the caller from now on.
 */
export async function insertShares(db: Db, { workspace, account, users, groups, by, now }: NewShares): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with wanted as (
      select id as person, null::uuid as team from unnest(${users}::uuid[]) as list(id)
      union select null, id from unnest(${groups}::uuid[]) as list(id)
    ), renewed as (
      update shares s set made_by = ${by.id}::uuid, made_by_name = ${by.name.slice(0, 260)}, created_at = ${now}::timestamptz,
        account_id = s.account_id -- so that who places it is noted again
      from wanted w
      where s.workspace_id = current_workspace() and s.account_id = ${account}::uuid
        and (s.person_id = w.person or s.group_id = w.team) and not share_opens(s.made_by, s.account_id)
      returning s.id
    ), added as (
    insert into shares (workspace_id, id, account_id, person_id, group_id, made_by, made_by_name, created_at)
    select ${workspace}::uuid, gen_random_uuid(), ${account}::uuid, person, team, ${by.id}::uuid, ${by.name.slice(0, 260)},
      ${now}::timestamptz
    from wanted
    on conflict do nothing returning id
    )
    select (select count(*) from added)::integer + (select count(*) from renewed)::integer as count`.execute(db)
  return rows[0]?.count ?? 0
}

export async function accountsOfShares(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from shares where shares.workspace_id = current_workspace() and id = any(${ids}::uuid[]) order by 1`.execute(
    db,
  )
  return rows.map(row => row.id)
}

export async function deleteShares(db: Db, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from shares where shares.workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0n)
}

export async function deleteSharesWith(
  db: Db,
  account: string,
  users: readonly string[],
  groups: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from shares where shares.workspace_id = current_workspace() and account_id = ${account}::uuid
      and (person_id = any(${users}::uuid[]) or group_id = any(${groups}::uuid[]))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function setDefaultAccount(
  db: Db,
  workspace: string,
  user: string,
  account: string | null,
): Promise<void> {
  if (account === null) {
    await db.deleteFrom('default_accounts').where('user_id', '=', user).execute()
    return
  }
  await db
    .insertInto('default_accounts')
    .values({ workspace_id: workspace, user_id: user, account_id: account })
    .onConflict(conflict => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ account_id: account }))
    .execute()
}

/**
 * Accounts that the server-held keys of a user open: the own one, then those shared with the user or a group of the
 * user (`accounts_opened_by`), without people in the bin or out of use. The default is the chosen one while it is still
 * shared, else the own.
 */
export async function openedAccounts(db: Db, user: string): Promise<OpenedAccount[]> {
  const { rows } = await sql<OpenedAccount>`
    with found as (
      select ${user}::uuid as id
      union select account from accounts_opened_by(${user}::uuid)
    ), opened as (
      select u.id, u.first_name || ' ' || u.last_name as name, u.user_id as "userId", u.sort_name,
        u.id = ${user}::uuid as own, coalesce(d.account_id = u.id, false) as chosen
      from found join users u on u.workspace_id = current_workspace() and u.id = found.id
        left join default_accounts d on d.workspace_id = current_workspace() and d.user_id = ${user}::uuid and d.account_id = u.id
      where u.deleted_at is null
        and (u.id = ${user}::uuid or (u.suspended_at is null and u.deactivated_at is null))
    )
    select id, name, "userId", own, chosen or (own and not exists (select from opened o where o.chosen)) as "isDefault"
    from opened order by own desc, sort_name, id limit 500`.execute(db)
  return rows
}

import type { UsageDay } from '@claviger/contract/billing/usage'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type UsageRow = Omit<UsageDay, 'licenses' | 'trial'>

const columns = sql`u.day::text as date, u.keys, u.sso_users as "ssoUsers", u.new_sso_users as "newSsoUsers",
  u.second_factor_users as "secondFactorUsers", u.new_second_factor_users as "newSecondFactorUsers"`

export async function findDays(db: Db, from: string, to: string): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`select ${columns} from usage_days u
    where u.workspace_id = current_workspace() and u.day between ${from}::date and ${to}::date order by u.day`.execute(
    db,
  )
  return rows
}

export async function findFirstDay(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(u.day)::text as day from usage_days u where u.workspace_id = current_workspace()`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Highest number of keys on a day, from the number at its start and after each change. */
const keysOn = (day: string, scope: RawBuilder<unknown>) => sql`
  select l.workspace_id, greatest(max(l.total), 0)::integer as keys from (
    select k.workspace_id, k.at, sum(k.keys) over (partition by k.workspace_id order by k.at, k.id) as total,
      lead(k.at) over (partition by k.workspace_id order by k.at, k.id) as until
    from key_ledger k where ${scope} and k.at < (${day}::date + 1)::timestamp at time zone 'UTC'
  ) l where l.until is null or l.until >= ${day}::date::timestamp at time zone 'UTC' group by l.workspace_id`

const usesOn = (day: string, scope: RawBuilder<unknown>) => sql`
  select k.workspace_id, k.user_id, bool_or(coalesce(a.settings ->> 'secondFactor', '') <> 'true') as sso,
    bool_or(coalesce(a.settings ->> 'secondFactor', '') = 'true') as second
  from application_uses k join applications a on a.workspace_id = k.workspace_id and a.id = k.application_id
  where ${scope} and k.day = ${day}::date group by k.workspace_id, k.user_id`

const everywhere = sql`true`
const here = sql`k.workspace_id = current_workspace()`

/** Stores the users of a day; a user who was already counted this month stays at the first day. */
export async function noteUsers(db: Db, day: string): Promise<void> {
  await sql`
    insert into usage_users as n (workspace_id, month, user_id, sso_on, second_factor_on)
    select u.workspace_id, date_trunc('month', ${day}::date)::date, u.user_id,
      case when u.sso then ${day}::date end, case when u.second then ${day}::date end
    from (${usesOn(day, everywhere)}) u join license_pools p on p.workspace_id = u.workspace_id
    on conflict (workspace_id, month, user_id) do update
      set sso_on = least(n.sso_on, excluded.sso_on), second_factor_on = least(n.second_factor_on, excluded.second_factor_on)
      where (n.sso_on, n.second_factor_on) is distinct from
        (least(n.sso_on, excluded.sso_on), least(n.second_factor_on, excluded.second_factor_on))`.execute(db)
}

/** Writes the rows of a day for all workspaces that are counted; a row that is right already isn't written again. */
export async function writeUsageDay(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with keys as (${keysOn(day, everywhere)}),
    uses as (
      select u.workspace_id, count(*) filter (where u.sso)::integer as sso, count(*) filter (where u.second)::integer as second
      from (${usesOn(day, everywhere)}) u group by u.workspace_id),
    fresh as (
      select n.workspace_id, count(*) filter (where n.sso_on = ${day}::date)::integer as sso,
        count(*) filter (where n.second_factor_on = ${day}::date)::integer as second
      from usage_users n where n.month = date_trunc('month', ${day}::date)::date group by n.workspace_id),
    written as (
      insert into usage_days as d (workspace_id, day, keys, sso_users, new_sso_users, second_factor_users, new_second_factor_users)
      select k.workspace_id, ${day}::date, k.keys, coalesce(u.sso, 0), coalesce(f.sso, 0), coalesce(u.second, 0), coalesce(f.second, 0)
      from keys k left join uses u using (workspace_id) left join fresh f using (workspace_id)
      on conflict (workspace_id, day) do update set keys = excluded.keys, sso_users = excluded.sso_users,
        new_sso_users = excluded.new_sso_users, second_factor_users = excluded.second_factor_users,
        new_second_factor_users = excluded.new_second_factor_users
      where (d.keys, d.sso_users, d.new_sso_users, d.second_factor_users, d.new_second_factor_users) is distinct from
        (excluded.keys, excluded.sso_users, excluded.new_sso_users, excluded.second_factor_users, excluded.new_second_factor_users)
      returning 1)
    select count(*)::integer as n from written`.execute(db)
  return rows[0]?.n ?? 0
}

/** Usage of a day that isn't over yet, for the transaction's workspace; not stored. */
export async function rowOfDay(db: Db, day: string): Promise<UsageRow> {
  const { rows } = await sql<Omit<UsageRow, 'date'>>`
    with uses as (select u.user_id, u.sso, u.second, n.sso_on, n.second_factor_on from (${usesOn(day, here)}) u
      left join usage_users n on n.workspace_id = current_workspace()
        and n.month = date_trunc('month', ${day}::date)::date and n.user_id = u.user_id)
    select coalesce((select c.keys from (${keysOn(day, here)}) c), 0) as keys,
      count(*) filter (where sso)::integer as "ssoUsers",
      count(*) filter (where sso and coalesce(sso_on, ${day}::date) >= ${day}::date)::integer as "newSsoUsers",
      count(*) filter (where second)::integer as "secondFactorUsers",
      count(*) filter (where second and coalesce(second_factor_on, ${day}::date) >= ${day}::date)::integer as "newSecondFactorUsers"
    from uses`.execute(db)
  const [row] = rows
  return { date: day, keys: 0, ssoUsers: 0, newSsoUsers: 0, secondFactorUsers: 0, newSecondFactorUsers: 0, ...row }
}

/** Adds up the changes before a day, which are no longer needed one by one. Returns for how many workspaces it did. */
export async function foldLedger(db: Db, before: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select fold_key_ledger(${before}::date, ${most}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The last computed day, and the day on which counting began. */
export async function findUsageProgress(db: Db): Promise<{ computed: string | null; first: string | null }> {
  const { rows } = await sql<{ computed: string | null; first: string | null }>`
    select (select p.computed_to::text from usage_progress p) as computed,
      (select (min(l.at) at time zone 'UTC')::date::text from key_ledger l) as first`.execute(db)
  return rows[0] ?? { computed: null, first: null }
}

export async function noteUsageProgress(db: Db, day: string): Promise<void> {
  await sql`insert into usage_progress (computed_to) values (${day}::date)
    on conflict (single) do update set computed_to = greatest(usage_progress.computed_to, excluded.computed_to)`.execute(
    db,
  )
}

import { activityStatus } from '@claviger/contract/oversight/activity'
import { licenseStatus } from '@claviger/contract/governance/partners'
import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const succeeded = sql.lit(activityStatus.succeeded)
const refused = sql.lit(activityStatus.failed)

export interface DayRow {
  day: string
  workspaces: number
  users: number
  keys: number
  created: number
  deleted: number
  sign_ins: number
  failed: number
}

export async function readDays(db: Db, since: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text as day, workspaces, users, keys, created, deleted, sign_ins, failed from installation_days
    where day >= ${since}::date order by day`.execute(db)
  return rows
}

/** Writes the figures of one day. Totals are those of now, so a past day keeps the totals it had. */
export async function writeDay(db: Db, day: string, signInActions: readonly string[], isToday: boolean): Promise<void> {
  await sql`
    with lines as (
      select count(*) filter (where status = ${succeeded} and action = any(${signInActions}::text[])) as sign_ins,
        count(*) filter (where status = ${refused} and action = any(${signInActions}::text[])) as failed,
        count(*) filter (where status = ${succeeded} and action = 'workspace.deleted') as deleted
      from activities where id >= lowest_id_at(${day}::date::timestamp at time zone 'utc')
        and id < lowest_id_at((${day}::date + 1)::timestamp at time zone 'utc')
        and action = any(${[...signInActions, 'workspace.deleted']}::text[])
    ), totals as (
      select count(*) as workspaces, coalesce(sum(user_count), 0) as users, coalesce(sum(key_count), 0) as keys,
        count(*) filter (where created_at >= ${day}::date::timestamp at time zone 'utc'
          and created_at < (${day}::date + 1)::timestamp at time zone 'utc') as created
      from workspaces
    )
    insert into installation_days (day, workspaces, users, keys, created, deleted, sign_ins, failed)
      select ${day}::date, t.workspaces, t.users, t.keys, t.created, l.deleted, l.sign_ins, l.failed from totals t, lines l
    on conflict (day) do update set created = excluded.created, deleted = excluded.deleted,
      sign_ins = excluded.sign_ins, failed = excluded.failed,
      workspaces = case when ${isToday} then excluded.workspaces else installation_days.workspaces end,
      users = case when ${isToday} then excluded.users else installation_days.users end,
      keys = case when ${isToday} then excluded.keys else installation_days.keys end`.execute(db)
}

export interface AttentionRow {
  trials_ending: number
  trials_ended: number
  domains_verifying: number
  license_requests: number
  endings: number
  certificates_expiring: number
}

export async function readAttention(db: Db, now: Date, soon: Date): Promise<AttentionRow> {
  const trial = sql`coalesce(trial_end_date, 'infinity')::timestamp at time zone 'utc'`
  const { rows } = await sql<AttentionRow>`select
    (select count(*) from workspaces where ${trial} >= ${now}::timestamptz - interval '1 day' and ${trial} < ${soon}::timestamptz) as trials_ending,
    (select count(*) from workspaces where ${trial} < ${now}::timestamptz - interval '1 day') as trials_ended,
    (select count(*) from trust_domains where status = ${sql.lit(trustStatus.verifying)}) as domains_verifying,
    (select count(*) from partner_licenses where status = ${sql.lit(licenseStatus.requested)}) as license_requests,
    (select count(*) from workspace_deletions) as endings,
    (select count(*) from saml_keys where ends_at between ${now}::timestamptz and ${soon}::timestamptz) as certificates_expiring`.execute(
    db,
  )
  return rows[0] as AttentionRow
}

export const findMaintenance = (db: Db) =>
  db.selectFrom('maintenance').select(['message', 'started_by', 'started_at']).executeTakeFirst()

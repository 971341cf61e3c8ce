import { sql } from 'kysely'
import { days, later } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { JobKind } from '../jobs.ts'
import type { AppContext } from '../app-context.ts'

// Two months ahead leaves weeks to retry if the server rarely starts or a backup locks the log
const ahead = days(62)

export async function makeMonths({ clock, superPool }: Pick<AppContext, 'clock' | 'superPool'>): Promise<void> {
  const now = clock.now()
  await superPool.query('select make_log_months($1, $2)', [now, later(now, ahead)])
}

export const makeLogMonths: JobKind = { name: 'make-log-months', cron: '50 2 * * *', work: makeMonths }

export interface LogMonth {
  name: string
  lowest: string
  highest: string
}

export async function monthsOver(db: Db): Promise<LogMonth[]> {
  const { rows } = await sql<LogMonth>`
    select name, lowest_id_at(month at time zone 'utc') as lowest,
      lowest_id_at((month + interval '1 month') at time zone 'utc') as highest
    from (
      select c.relname as name, to_timestamp(right(c.relname, 7), 'YYYY_MM')::timestamp as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'activities'::regclass and c.relname ~ '^activities_[0-9]{4}_[0-9]{2}$'
        and c.relname < 'activities_' || to_char(now() at time zone 'utc', 'YYYY_MM')
    ) months order by name`.execute(db)
  return rows
}

export async function linesOf(db: Db, { lowest, highest }: LogMonth): Promise<{ workspace: string; lines: number }[]> {
  const first = sql`select workspace_id from activities where id >= ${lowest}::uuid and id < ${highest}::uuid`
  const { rows } = await sql<{ workspace: string; lines: number }>`
    with recursive holders as (
      (${first} order by workspace_id limit 1)
      union all
      select (${first} and workspace_id > holders.workspace_id order by workspace_id limit 1)
      from holders where holders.workspace_id is not null
    )
    select workspace_id as workspace, (select count(*) from activities a
      where a.workspace_id = holders.workspace_id and a.id >= ${lowest}::uuid and a.id < ${highest}::uuid) as lines
    from holders where workspace_id is not null order by 1`.execute(db)
  return rows
}

/** Drops a month with all its lines. The caller must hold every chain that passes through it. */
export const dropMonth = (db: Db, { name }: LogMonth) => sql`select drop_log_month(${name})`.execute(db)

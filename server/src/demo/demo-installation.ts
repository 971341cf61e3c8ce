import { keyStatus } from '@claviger/contract/keys/security-keys'
import { activityStatus } from '@claviger/contract/oversight/activity'
import { CompiledQuery } from 'kysely'
import type { TransactionContext } from '../platform/app-context.ts'
import { historyDays } from './hospital.ts'

/**
 * The daily figures of the installation before today, for the home page of super administrators. Days that the
 * installation counted itself stay as they are. Needs a transaction that sees all workspaces.
 */
export const insertInstallationDays = (ctx: TransactionContext) =>
  ctx.db.executeQuery(
    CompiledQuery.raw(
      `with days as (
         select d as day, d + interval '1 day' as ends
         from generate_series($1::timestamptz at time zone 'utc' - make_interval(days => $2), $1::timestamptz at time zone 'utc' - interval '1 day',
           interval '1 day') as d
       ), sign_ins as (
         select (at at time zone 'utc')::date as day, count(*) filter (where status = $4) as succeeded,
           count(*) filter (where status = $5) as failed
         from activities where action like 'sign-in.%' group by 1
       )
       insert into installation_days (day, workspaces, users, keys, created, deleted, sign_ins, failed)
       select d.day::date, (select count(*) from workspaces w where w.created_at at time zone 'utc' < d.ends),
         (select count(*) from users u where u.created_at at time zone 'utc' < d.ends),
         (select count(*) from security_keys k where k.status = $3 and k.created_at at time zone 'utc' < d.ends),
         (select count(*) from workspaces w where w.created_at at time zone 'utc' >= d.day and w.created_at at time zone 'utc' < d.ends),
         0, coalesce(s.succeeded, 0), coalesce(s.failed, 0)
       from days d left join sign_ins s on s.day = d.day::date
       on conflict (day) do nothing`,
      [startOf(ctx.clock.now()), historyDays - 1, keyStatus.active, activityStatus.succeeded, activityStatus.failed],
    ),
  )

const startOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))

import { deviceKinds } from '@claviger/contract/keys/devices'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'

interface Asked {
  user: string | null
  groups: boolean
  units: boolean
  signedIn: boolean
  device: string | null
  computer: string | null
}

interface FactsRow {
  groups: string[] | null
  units: string[] | null
  signed_in_at: Date | null
  device: string | null
  device_groups: string[] | null
}

// A computer is identified by its agent's machine ID, or by name if unambiguous
const factsQuery = `
  select
    case when $2 then array(select * from groups_for_policies(current_workspace(), $1::uuid)) end as groups,
    case when $3 then array(
      select m.unit_id from unit_members m where m.workspace_id = current_workspace() and m.user_id = $1::uuid) end as units,
    case when $4 then (select nullif(s.last_sign_in_at, '-infinity') from user_sign_ins s
      where s.workspace_id = current_workspace() and s.user_id = $1::uuid) end as signed_in_at,
    d.id as device,
    case when d.id is not null then array(
      select m.group_id from device_group_members m
      where m.workspace_id = current_workspace() and m.device_id = d.id) end as device_groups
  from (select coalesce($5::uuid,
      case when $6::text is not null then coalesce(
        (select c.id from devices c where c.workspace_id = current_workspace() and c.kind = ${deviceKinds.computer} and c.machine_id = $6),
        (select (array_agg(c.id))[1] from devices c
          where c.workspace_id = current_workspace() and lower(c.registered_name) = lower($6) having count(*) = 1)
      ) end) as id) d`

export async function findFacts(db: Db, asked: Asked): Promise<FactsRow> {
  const { user, groups, units, signedIn, device, computer } = asked
  const { rows } = await run<FactsRow>(db, factsQuery, [user, groups, units, signedIn, device, computer])
  const [row] = rows
  if (!row) throw new Error('the database answered no facts')
  return row
}

const administratorQuery =
  'select from administrators where administrators.workspace_id = current_workspace() and user_id = $1'

export const hasRole = async (db: Db, user: string): Promise<boolean> =>
  (await run(db, administratorQuery, [user])).rows.length > 0

const report = `insert into policy_reports (workspace_id, policy_id, day, refusals)
  select $1::uuid, policy, $3::date, 1 from agreed, unnest($2::uuid[]) policy`

/** Counts a use that report-only policies would have refused, as part of the statement that writes it. */
export const reportPart = (workspace: string, policies: readonly string[], at: Date): StatementPart => ({
  text: report,
  values: [workspace, policies, at.toISOString().slice(0, 10)],
})

/** How many uses each policy would have refused since a day. */
export async function reportsSince(db: Db, policies: readonly string[], since: Date) {
  const { rows } = await sql<{ policy: string; refusals: number }>`
    select policy_id as policy, sum(refusals)::bigint as refusals from policy_reports
    where workspace_id = current_workspace() and policy_id = any(${policies}::uuid[])
      and day >= ${since.toISOString().slice(0, 10)}::date
    group by policy_id`.execute(db)
  return rows
}

const membersQuery = `
  select u.id as user,
    array(select * from groups_for_policies(u.workspace_id, u.id)) as groups,
    array(select m.unit_id from unit_members m where m.workspace_id = u.workspace_id and m.user_id = u.id) as units
  from users u where u.workspace_id = current_workspace() and u.id = any($1::uuid[])`

export const membershipsOf = async (db: Db, users: readonly string[]) =>
  (await run<{ user: string; groups: string[]; units: string[] }>(db, membersQuery, [users])).rows

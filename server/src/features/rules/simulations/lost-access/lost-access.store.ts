import { keyStatus } from '@claviger/contract/keys/security-keys'
import { protocols } from '@claviger/contract/apps/applications'
import { groupTypes } from '@claviger/contract/people/groups'
import { type Db, run } from '#platform/db/db.ts'

/** Facts by which policies distinguish users. */
export interface Distinctions {
  readonly groups: readonly string[]
  readonly units: readonly string[]
  readonly users: readonly string[]
  readonly models: readonly string[]
  /** Whether a policy requires an authentication strength, so that it matters whether a passkey can be copied. */
  readonly strengths: boolean
}

/** Users that all policies treat the same: the same groups, units, and kinds of keys. */
export interface ProfileOfUsers {
  /** Identifies the profile within this change. */
  readonly mark: string
  readonly count: number
  readonly user: string
  readonly groups: string[]
  readonly units: string[]
  readonly administrator: boolean
  /** Kind, whether it can be copied, and the model if a policy names it. Null without a usable key. */
  readonly keys: string[] | null
  /** Methods of users without a key. */
  readonly code: boolean
  readonly password: boolean
  readonly external: boolean
}

const keyValue = `concat_ws(' ', k.kind, coalesce((select bool_and(c.backup_eligible) from credentials c
    where $5 and c.workspace_id = current_workspace() and c.security_key_id = k.id), true),
    case when k.aaguid = any($4::uuid[]) then k.aaguid end)`
const usableKey = `k.workspace_id = current_workspace() and not k.binned and k.status = ${keyStatus.active}
    and k.blocked_at is null and not k.proof_due`

// One pass over everything that is known of users. Joins would depend on statistics, which are old after an import. Sums of
// sets are compared by hash, because lists would have to be sorted for every user
const marked = `known as (
    select id as user_id, case when email is null then 'user' else 'email' end as kind, 0::bigint as print from users
      where workspace_id = current_workspace() and deleted_at is null and suspended_at is null and deactivated_at is null
    union all select id, 'named', hashtextextended(id::text, 0) from unnest($3::uuid[]) as list(id)
    union all select user_id, 'group', hashtextextended(group_id::text, 1) from group_members
      where workspace_id = current_workspace() and group_id = any($1::uuid[])
    union all select user_id, 'group', hashtextextended(group_id::text, 2) from ended_group_members
      where workspace_id = current_workspace() and group_id = any($1::uuid[])
    union all select user_id, 'unit', hashtextextended(unit_id::text, 3) from unit_members
      where workspace_id = current_workspace() and unit_id = any($2::uuid[])
    union all select user_id, 'administrator', 0 from administrators where workspace_id = current_workspace()
    union all select user_id, 'password', 0 from passwords where workspace_id = current_workspace()
    union all select user_id, 'external', 0 from external_links where workspace_id = current_workspace()
    union all select user_id, 'key', hashtextextended(value, 4) from (
      select distinct k.user_id, ${keyValue} as value from security_keys k where ${usableKey}) keys
  ), marked as (
    select id, concat_ws(' ', prints, administrator, key, code, password, external) as mark
    from (
      select user_id as id, sum(print) as prints, bool_or(kind = 'administrator') as administrator, bool_or(kind = 'key') as key,
        not bool_or(kind = 'key') and bool_or(kind = 'email') as code,
        not bool_or(kind = 'key') and bool_or(kind = 'password') as password,
        not bool_or(kind = 'key') and bool_or(kind = 'external') as external
      from known group by user_id having bool_or(kind in ('user', 'email'))
    ) people where key or code or password or external
  )`

// The facts behind a mark, read from one of its users
const details = `
  array(select m.group_id::text from group_members m
      where m.workspace_id = current_workspace() and m.user_id = p.id and m.group_id = any($1::uuid[]))
    || array(select 'ended:' || m.group_id from ended_group_members m
      where m.workspace_id = current_workspace() and m.user_id = p.id and m.group_id = any($1::uuid[]))
    || array(select g.id::text from groups g where g.workspace_id = current_workspace() and g.type = ${groupTypes.everyone}) as groups,
  array(select m.unit_id::text from unit_members m
    where m.workspace_id = current_workspace() and m.user_id = p.id and m.unit_id = any($2::uuid[])) as units,
  exists (select from administrators a where a.workspace_id = current_workspace() and a.user_id = p.id) as administrator,
  nullif(array(select distinct ${keyValue} from security_keys k where ${usableKey} and k.user_id = p.id), '{}') as keys,
  p.mark like '% f t _ _' as code, p.mark like '% f _ t _' as password, p.mark like '% f _ _ t' as external`

const valuesOf = ({ groups, units, users, models, strengths }: Distinctions) => [
  groups,
  units,
  users,
  models,
  strengths,
]

/** All active users with a sign-in method, grouped into profiles that policies treat the same. */
export async function profilesOf(db: Db, by: Distinctions): Promise<ProfileOfUsers[]> {
  const { rows } = await run<ProfileOfUsers>(
    db,
    `with ${marked}, profiles as materialized (
       select mark, count(*)::integer as count, min(id::text)::uuid as id from marked group by mark
     )
     select p.mark, p.count, p.id as user, ${details} from profiles p order by p.count desc`,
    valuesOf(by),
  )
  return rows
}

export interface JudgedApplication {
  readonly id: string
  readonly name: string
  readonly everyone: boolean
}

/** The applications that policies judge. A bookmark only opens its address. */
export async function judgedApplications(db: Db): Promise<JudgedApplication[]> {
  const { rows } = await run<JudgedApplication>(
    db,
    `select id, name, everyone from applications
     where workspace_id = current_workspace() and active and protocol <> ${protocols.bookmark} order by lower(name)`,
    [],
  )
  return rows
}

export interface Loss {
  readonly mark: string
  readonly app: string
}

/**
 * How many users with lost profiles an application is assigned to by group, unit, or name; and how many users these are
 * together, besides those of `counted` profiles.
 */
export async function assignedLosses(
  db: Db,
  by: Distinctions,
  { losses, counted }: { losses: readonly Loss[]; counted: readonly string[] },
): Promise<{ users: number; byApp: Map<string, number> }> {
  const { rows } = await run<{ app: string | null; users: number }>(
    db,
    `with ${marked}, losing as materialized (
       select m.id, m.mark, l.app from marked m join unnest($6::text[], $7::uuid[]) as l(mark, app) on l.mark = m.mark
     ), opened as materialized (
       select l.id, l.mark, l.app from losing l where exists (select from application_assignments s
         where s.workspace_id = current_workspace() and s.application_id = l.app and s.user_id = l.id)
       union select l.id, l.mark, l.app from application_assignments s
         join group_members g on g.workspace_id = current_workspace() and g.group_id = s.group_id
         join losing l on l.app = s.application_id and l.id = g.user_id where s.workspace_id = current_workspace()
       union select l.id, l.mark, l.app from application_assignments s
         join unit_members o on o.workspace_id = current_workspace() and o.unit_id = s.unit_id
         join losing l on l.app = s.application_id and l.id = o.user_id where s.workspace_id = current_workspace()
     )
     select app, count(*)::integer as users from opened group by app
     union all select null, count(distinct id)::integer from opened o
       where not exists (select from unnest($8::text[]) as c(mark) where c.mark = o.mark)`,
    [...valuesOf(by), losses.map(({ mark }) => mark), losses.map(({ app }) => app), counted],
  )
  return {
    users: rows.find(({ app }) => app === null)?.users ?? 0,
    byApp: new Map(rows.flatMap(({ app, users }) => (app === null ? [] : [[app, users] as const]))),
  }
}

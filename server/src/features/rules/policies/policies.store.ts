import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { Page } from '@claviger/contract/platform/page'
import { type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'
import type { PolicySetChange } from '#features/decide/evaluator/evaluator.set.ts'

export type StoredPolicyRow = Omit<Selectable<Tables['policies']>, 'content'> & { content: PolicyContent }
export type PolicyVersionRow = Omit<Selectable<Tables['policy_versions']>, 'content'> & {
  content: PolicyContent | null
}

interface Filter extends Page {
  action?: number | undefined
  state?: number | undefined
}

export const policyList = ({ action, state }: Filter): Omit<ListQuery<StoredPolicyRow>, 'item'> => ({
  from: sql`policies`,
  here: sql`policies.workspace_id = current_workspace()`,
  select: sql`policies.*`,
  where: [
    ...(action === undefined ? [] : [sql`policies.action = ${action}`]),
    ...(state === undefined ? [] : [sql`policies.state = ${state}`]),
  ],
  search: { plain: [sql`policies.search`] },
  sorts: {
    priority: { by: sql`policies.priority`, type: 'integer', unique: true },
    name: { by: sql`lower(policies.name)`, type: 'text', unique: true },
    changed: { by: sql`policies.changed_at`, type: 'timestamptz' },
  },
  id: sql`policies.id`,
  defaultSort: 'priority',
})

export async function findPolicies(db: Db, ids: readonly string[]): Promise<StoredPolicyRow[]> {
  const { rows } = await run<StoredPolicyRow>(
    db,
    'select * from policies where workspace_id = current_workspace() and id = any($1::uuid[]) order by priority',
    [ids],
  )
  return rows
}

export async function allPolicies(db: Db): Promise<StoredPolicyRow[]> {
  const { rows } = await run<StoredPolicyRow>(
    db,
    'select * from policies where workspace_id = current_workspace() order by priority',
    [],
  )
  return rows
}

export type OutlineRow = Pick<StoredPolicyRow, 'id' | 'name' | 'priority' | 'action'>

export async function outline(db: Db, state: number | null = null): Promise<OutlineRow[]> {
  const { rows } = await run<OutlineRow>(
    db,
    `select id, name, priority, action from policies
     where workspace_id = current_workspace() and ($1::smallint is null or state = $1) order by priority`,
    [state],
  )
  return rows
}

export interface PolicyContentRow {
  id: string
  content: PolicyContent
  lists: readonly string[]
}

const valuesOf = ({ workspace, set, at, by }: PolicySetChange, rows: readonly object[]) => [
  JSON.stringify(rows),
  workspace,
  at,
  by.id,
  by.name,
  set,
]

const given = 'given as (select * from jsonb_to_recordset($1::jsonb) as g(id uuid, content jsonb, lists uuid[]))'
const versions = `versions as (
  insert into policy_versions (workspace_id, policy_id, version, at, by_id, by_name, set_version, content)
  select $2::uuid, id, version, $3::timestamptz, $4::uuid, $5::text, $6::bigint, content from kept)`
const named = `named as (
  insert into policy_lists (workspace_id, policy_id, list_id)
  select $2::uuid, g.id, l from given g, unnest(g.lists) l on conflict do nothing),
 named_groups as (
  insert into policy_groups (workspace_id, policy_id, group_id)
  select $2::uuid, g.id, n::uuid from given g, jsonb_array_elements_text(g.content -> 'groups') n on conflict do nothing)`
const columns = `(g.content ->> 'priority')::integer, (g.content ->> 'action')::smallint, (g.content ->> 'state')::smallint`

export async function insertPolicies(
  db: Db,
  change: PolicySetChange,
  rows: readonly PolicyContentRow[],
): Promise<StoredPolicyRow[]> {
  const answer = await run<StoredPolicyRow>(
    db,
    `with ${given}, kept as (
       insert into policies (workspace_id, id, name, priority, action, state, content, created_at, changed_at, changed_by)
       select $2::uuid, g.id, g.content ->> 'name', ${columns}, g.content, $3::timestamptz, $3::timestamptz, $5::text from given g
       returning *), ${versions}, ${named}
     select * from kept order by priority`,
    valuesOf(change, rows),
  )
  return answer.rows
}

/** Updates policies, each to its next version; policies in one call can exchange priorities. */
export async function updatePolicies(
  db: Db,
  change: PolicySetChange,
  rows: readonly PolicyContentRow[],
): Promise<StoredPolicyRow[]> {
  const answer = await run<StoredPolicyRow>(
    db,
    `with ${given}, kept as (
       update policies p set (name, priority, action, state, content, version, changed_at, changed_by)
         = (g.content ->> 'name', ${columns}, g.content, p.version + 1, $3::timestamptz, $5::text)
       from given g where p.workspace_id = current_workspace() and p.id = g.id
       returning p.*), ${versions}, gone as (
       delete from policy_lists o using given g
       where o.workspace_id = current_workspace() and o.policy_id = g.id and o.list_id <> all(g.lists)), groups_gone as (
       delete from policy_groups o using given g
       where o.workspace_id = current_workspace() and o.policy_id = g.id and not g.content -> 'groups' ? o.group_id::text), ${named}
     select * from kept order by priority`,
    valuesOf(change, rows),
  )
  return answer.rows
}

export async function deletePolicies(
  db: Db,
  change: PolicySetChange,
  ids: readonly string[],
): Promise<StoredPolicyRow[]> {
  const answer = await run<StoredPolicyRow>(
    db,
    `with given as (select (g ->> 'id')::uuid as id from jsonb_array_elements($1::jsonb) g), gone as (
       delete from policies p using given g where p.workspace_id = current_workspace() and p.id = g.id returning p.*),
     kept as (select id, version + 1 as version, null::jsonb as content from gone), ${versions}
     select * from gone order by priority`,
    valuesOf(
      change,
      ids.map(id => ({ id })),
    ),
  )
  return answer.rows
}

export async function policyVersionsBefore(
  db: Db,
  policy: string,
  before: number,
  most: number,
): Promise<PolicyVersionRow[]> {
  const { rows } = await run<PolicyVersionRow>(
    db,
    `select * from policy_versions where workspace_id = current_workspace() and policy_id = $1::uuid and version < $2
     order by version desc limit $3`,
    [policy, before, most],
  )
  return rows
}

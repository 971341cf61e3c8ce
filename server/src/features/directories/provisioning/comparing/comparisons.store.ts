import { itemKinds, itemStates } from '../item-codes.ts'
import type { MappingSource } from '@claviger/contract/apps/applications'
import type { Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { DeliveryTrouble } from '../targets.store.ts'

const mostRows = 10_000

export type ProvisioningComparisonRow = Selectable<Tables['provisioning_looks']>

export const findProvisioningComparison = (
  db: Db,
  application: string,
): Promise<ProvisioningComparisonRow | undefined> =>
  db.selectFrom('provisioning_looks').selectAll().where('application_id', '=', application).executeTakeFirst()

export async function insertProvisioningComparison(
  db: Db,
  application: string,
  id: string,
  at: Date,
  by: string,
): Promise<void> {
  await run(
    db,
    'delete from provisioning_looks where workspace_id = current_workspace() and application_id = $1::uuid',
    [application],
  )
  await run(
    db,
    `insert into provisioning_looks (workspace_id, application_id, id, state, begun_at, begun_by)
     values (current_workspace(), $1::uuid, $2::uuid, 'reading', $3::timestamptz, $4)`,
    [application, id, at, by],
  )
}

export interface MatchedAccount {
  local_id: string
  remote_id: string | null
  state: number
}

export async function itemsOf(
  db: Db,
  application: string,
  what: number,
  remote: readonly string[],
  local: readonly string[],
): Promise<MatchedAccount[]> {
  const { rows } = await run<MatchedAccount>(
    db,
    `select local_id, remote_id, state from provisioning_items
     where workspace_id = current_workspace() and application_id = $1::uuid and what = $2
       and (remote_id = any ($3::text[]) or (remote_id is null and local_id = any ($4::uuid[])))`,
    [application, what, remote, local],
  )
  return rows
}

const columnsOf: Partial<Record<MappingSource, string>> = {
  userName: 'u.sort_user_id',
  email: 'u.email',
  id: 'u.id::text',
  attribute1: 'lower(u.scim_attribute_1)',
  attribute2: 'lower(u.scim_attribute_2)',
  attribute3: 'lower(u.scim_attribute_3)',
  attribute4: 'lower(u.scim_attribute_4)',
  attribute5: 'lower(u.scim_attribute_5)',
}

/** Users without a known account, by the lowercase userName that they would have. */
export async function comparedPeopleNamed(
  db: Db,
  application: string,
  source: MappingSource,
  names: readonly string[],
): Promise<MatchedAccount[]> {
  const column = columnsOf[source]
  if (column === undefined || names.length === 0) return []
  const { rows } = await run<MatchedAccount>(
    db,
    `select i.local_id, i.remote_id, i.state from users u
     join provisioning_items i on i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.user}
       and i.local_id = u.id and i.remote_id is null
     where u.workspace_id = current_workspace() and u.deleted_at is null and ${column} = any ($2::text[])`,
    [application, names],
  )
  return rows
}

export interface MatchedGroup {
  local_id: string
  remote_id: string | null
  name: string
}

export async function groupsMatching(
  db: Db,
  application: string,
  remote: readonly string[],
  local: readonly string[],
  names: readonly string[],
): Promise<MatchedGroup[]> {
  const { rows } = await run<MatchedGroup>(
    db,
    `select i.local_id, i.remote_id, g.name from provisioning_items i
     join groups g on g.workspace_id = current_workspace() and g.id = i.local_id
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.group}
       and (i.remote_id = any ($2::text[])
         or (i.remote_id is null and (i.local_id = any ($3::uuid[]) or g.name = any ($4::text[]))))`,
    [application, remote, local, names],
  )
  return rows
}

export interface Difference {
  id: string
  kind: 'missing' | 'differs' | 'stranger'
  what: 1 | 2
  local: string | null
  remote: string | null
  name: string
  fields: readonly object[]
}

export interface ComparisonStep {
  phase: number
  place: number
  doneTo: string | null
  people: number
  groups: number
  same: number
}

export interface ComparisonFindings {
  step: Partial<ComparisonStep>
  met: { what: 1 | 2; id: string }[]
  differences: Difference[]
  done?: true
}

/** Stores a page's findings and the next position. False if another comparison has replaced this one. */
export async function noteStep(
  db: Db,
  look: Pick<ProvisioningComparisonRow, 'id' | 'application_id'>,
  step: ComparisonStep,
  met: readonly { what: number; id: string }[],
  found: readonly Difference[],
): Promise<boolean> {
  const count = (kind: Difference['kind']) => found.filter(one => one.kind === kind).length
  const { changed } = await run(
    db,
    `update provisioning_looks set phase = $3, place = $4, done_to = $5::uuid, people = people + $6, groups = groups + $7,
       same = same + $8, missing = missing + $9, differs = differs + $10, strangers = strangers + $11
     where workspace_id = current_workspace() and application_id = $1::uuid and id = $2::uuid and state = 'reading'`,
    [
      look.application_id,
      look.id,
      step.phase,
      step.place,
      step.doneTo,
      step.people,
      step.groups,
      step.same,
      count('missing'),
      count('differs'),
      count('stranger'),
    ],
  )
  if (changed === 0) return false
  await run(
    db,
    `update provisioning_items i set seen = $2::uuid from jsonb_to_recordset($3::jsonb) as m(what smallint, id uuid)
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = m.what and i.local_id = m.id`,
    [look.application_id, look.id, JSON.stringify(met)],
  )
  await run(
    db,
    `insert into provisioning_differences (workspace_id, application_id, id, kind, what, local_id, remote_id, name, fields)
     select current_workspace(), $1::uuid, d.id, d.kind, d.what, d.local, d.remote, left(d.name, 300), d.fields
     from provisioning_looks l, jsonb_to_recordset($2::jsonb) as d(id uuid, kind text, what smallint, local uuid, remote text, name text, fields jsonb)
     where l.workspace_id = current_workspace() and l.application_id = $1::uuid
       and case d.kind when 'missing' then l.missing when 'differs' then l.differs else l.strangers end <= ${mostRows}`,
    [look.application_id, JSON.stringify(found)],
  )
  return true
}

export async function endProvisioningComparison(
  db: Db,
  look: Pick<ProvisioningComparisonRow, 'id' | 'application_id'>,
  trouble: DeliveryTrouble | null,
  at: Date,
): Promise<void> {
  await run(
    db,
    `update provisioning_looks set state = $3, reason = $4, detail = $5, ended_at = $6::timestamptz
     where workspace_id = current_workspace() and application_id = $1::uuid and id = $2::uuid and state = 'reading'`,
    [look.application_id, look.id, trouble ? 'failed' : 'done', trouble?.reason ?? null, trouble?.detail ?? null, at],
  )
}

export async function listUnmet(
  db: Db,
  look: Pick<ProvisioningComparisonRow, 'id' | 'application_id' | 'begun_at'>,
  after: string,
  most: number,
): Promise<{ local_id: string; what: 1 | 2; name: string | null }[]> {
  const { rows } = await run<{ local_id: string; what: 1 | 2; name: string | null }>(
    db,
    `select i.local_id, i.what, coalesce(u.first_name || ' ' || u.last_name, g.name) as name from provisioning_items i
     left join users u on u.workspace_id = current_workspace() and i.what = ${itemKinds.user} and u.id = i.local_id
     left join groups g on g.workspace_id = current_workspace() and i.what = ${itemKinds.group} and g.id = i.local_id
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.seen is distinct from $2::uuid
       and (i.told_at is null or i.told_at < $3::timestamptz) and i.local_id > $4::uuid
     order by i.local_id limit $5`,
    [look.application_id, look.id, look.begun_at, after, most],
  )
  return rows
}

export async function findProvisionedGroups(db: Db, application: string, after: string, most: number) {
  const { rows } = await run<{ local_id: string; remote_id: string; name: string }>(
    db,
    `select i.local_id, i.remote_id, g.name from provisioning_items i
     join groups g on g.workspace_id = current_workspace() and g.id = i.local_id
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.group} and i.remote_id is not null
       and i.state = ${itemStates.provisioned} and i.local_id > $2::uuid
     order by i.local_id limit $3`,
    [application, after, most],
  )
  return rows
}

/** Stores the actual members of a group; returns how many must be added and removed. */
export async function membersSeen(db: Db, application: string, group: string, remote: readonly string[]) {
  await run(
    db,
    `delete from provisioning_members p where p.workspace_id = current_workspace() and p.application_id = $1::uuid
       and p.group_id = $2::uuid and not exists (select from provisioning_items i where i.workspace_id = current_workspace()
         and i.application_id = $1::uuid and i.what = ${itemKinds.user} and i.local_id = p.user_id and i.remote_id = any ($3::text[]))`,
    [application, group, remote],
  )
  await run(
    db,
    `insert into provisioning_members (workspace_id, application_id, group_id, user_id)
     select current_workspace(), $1::uuid, $2::uuid, i.local_id from provisioning_items i
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.user} and i.remote_id = any ($3::text[])
     on conflict do nothing`,
    [application, group, remote],
  )
}

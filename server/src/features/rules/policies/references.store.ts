import { strengthLevels } from '@claviger/contract/decide/policy-content'
import { type Db, run } from '#platform/db/db.ts'

export interface Reference {
  field: string
  kind: 'user' | 'group' | 'unit' | 'device' | 'device-group' | 'list' | 'strength'
  id: string
  type: number | null
}

/**
 * The references that mean nothing here, with the actual type of a list of the wrong type; in one statement.
 */
export async function strangeAmong(
  db: Db,
  all: readonly Reference[],
): Promise<(Pick<Reference, 'field' | 'kind'> & { is: number | null })[]> {
  if (all.length === 0) return []
  const { rows } = await run<Pick<Reference, 'field' | 'kind'> & { is: number | null }>(
    db,
    `select r.field, r.kind, case r.kind when 'list' then
         (select l.type from named_lists l where l.workspace_id = current_workspace() and l.id = r.id) end as is
     from unnest($1::text[], $2::text[], $3::uuid[], $4::smallint[]) as r(field, kind, id, type)
     where not case r.kind
       when 'user' then exists (select from users t where t.workspace_id = current_workspace() and t.id = r.id and t.deleted_at is null)
       when 'group' then exists (select from groups t where t.workspace_id = current_workspace() and t.id = r.id)
       when 'unit' then exists (select from organization_units t where t.workspace_id = current_workspace() and t.id = r.id)
       when 'device' then exists (select from devices t where t.workspace_id = current_workspace() and t.id = r.id)
       when 'device-group' then exists (select from device_groups t where t.workspace_id = current_workspace() and t.id = r.id)
       when 'strength' then exists (select from authentication_strengths t where t.workspace_id = current_workspace() and t.id = r.id)
       else exists (select from named_lists t where t.workspace_id = current_workspace() and t.id = r.id and t.type = r.type)
     end limit 20`,
    [all.map(one => one.field), all.map(one => one.kind), all.map(one => one.id), all.map(one => one.type)],
  )
  return rows
}

export interface NamedReference {
  id: string
  name: string
  /** A group that ended, with its number of former members. */
  former: number | null
  /** A deleted user who can still be restored. */
  deleted: boolean
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<NamedReference[]> {
  if (ids.length === 0) return []
  const { rows } = await run<NamedReference>(
    db,
    `select id, name, deleted, case when ended then (select count(*)::integer from ended_group_members m
       where m.workspace_id = current_workspace() and m.group_id = n.id) end as former from (
     select id, first_name || ' ' || last_name as name, false as ended, deleted_at is not null as deleted from users where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, ended_at is not null, false from groups where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from organization_units where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from devices where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from device_groups where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from named_lists where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from authentication_strengths where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name, false, false from applications where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select aaguid, description, false, false from key_models where aaguid = any($1::uuid[])) n`,
    [ids],
  )
  return rows
}

type Kind = Reference['kind']

/** Names for export files: unique names, otherwise the ID. A strength that has the ID of a preset as its name keeps its ID. */
export async function callsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await run<{ id: string; name: string }>(
    db,
    `select id, user_id as name from users where workspace_id = current_workspace() and id = any($1::uuid[]) and deleted_at is null
     union all select id, name from groups where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name from organization_units where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name from devices d where workspace_id = current_workspace() and id = any($1::uuid[])
       and not exists (select from devices o where o.workspace_id = current_workspace() and o.name = d.name and o.id <> d.id)
     union all select id, name from device_groups where workspace_id = current_workspace() and id = any($1::uuid[])
     union all select id, name from authentication_strengths where workspace_id = current_workspace() and id = any($1::uuid[])
       and name <> all($2::text[])
     union all select id, name from named_lists where workspace_id = current_workspace() and id = any($1::uuid[])`,
    [ids, strengthLevels],
  )
  return new Map(rows.map(row => [row.id, row.name]))
}

/**
 * Resolves a name in a file: an ID or the name of exactly one object of its kind; undefined for none or
 * several.
 */
export async function resolveNames(db: Db, all: readonly { kind: Kind; name: string }[]): Promise<Map<string, string>> {
  if (all.length === 0) return new Map()
  const { rows } = await run<{ kind: Kind; name: string; id: string | null }>(
    db,
    `select r.kind, r.name, case r.kind
       when 'user' then (select case when count(*) = 1 then min(t.id::text) end from users t
         where t.workspace_id = current_workspace() and t.deleted_at is null and (t.sort_user_id = lower(r.name) or t.id = r.id))
       when 'group' then (select case when count(*) = 1 then min(t.id::text) end from groups t
         where t.workspace_id = current_workspace() and (lower(t.name) = lower(r.name) and t.ended_at is null or t.id = r.id))
       when 'unit' then (select case when count(*) = 1 then min(t.id::text) end from organization_units t
         where t.workspace_id = current_workspace() and (lower(t.name) = lower(r.name) or t.id = r.id))
       when 'device' then (select case when count(*) = 1 then min(t.id::text) end from devices t
         where t.workspace_id = current_workspace() and (t.name = r.name or t.id = r.id))
       when 'device-group' then (select case when count(*) = 1 then min(t.id::text) end from device_groups t
         where t.workspace_id = current_workspace() and (lower(t.name) = lower(r.name) or t.id = r.id))
       when 'strength' then (select case when count(*) = 1 then min(t.id::text) end from authentication_strengths t
         where t.workspace_id = current_workspace() and (lower(t.name) = lower(r.name) or t.id = r.id))
       else (select case when count(*) = 1 then min(t.id::text) end from named_lists t
         where t.workspace_id = current_workspace() and (lower(t.name) = lower(r.name) or t.id = r.id)) end as id
     from (select kind, name, case when name ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then name::uuid end as id
       from unnest($1::text[], $2::text[]) as n(kind, name)) r`,
    [all.map(one => one.kind), all.map(one => one.name)],
  )
  return new Map(rows.flatMap(({ kind, name, id }) => (id === null ? [] : [[`${kind} ${name}`, id] as const])))
}

import { type Db, run } from '#platform/db/db.ts'

export interface ApplicationAssignment {
  kind: 'group' | 'unit' | 'user'
  id: string
  name: string
}

export async function assignedTo(db: Db, application: string): Promise<ApplicationAssignment[]> {
  const { rows } = await run<ApplicationAssignment>(
    db,
    `select case when s.group_id is not null then 'group' when s.unit_id is not null then 'unit' else 'user' end as kind,
       s.subject as id, coalesce(g.name, o.name, u.first_name || ' ' || u.last_name) as name
     from application_assignments s
     left join groups g on g.workspace_id = current_workspace() and g.id = s.group_id
     left join organization_units o on o.workspace_id = current_workspace() and o.id = s.unit_id
     left join users u on u.workspace_id = current_workspace() and u.id = s.user_id
     where s.workspace_id = current_workspace() and s.application_id = $1::uuid order by kind, lower(coalesce(g.name, o.name, u.sort_name)), s.subject`,
    [application],
  )
  return rows
}

/** Replaces an application's assignments; ignores unknown IDs. */
export async function replaceAssigned(
  db: Db,
  application: string,
  to: { everyone: boolean; groups: readonly string[]; units: readonly string[]; users: readonly string[] },
): Promise<void> {
  await run(
    db,
    `with cleared as (
       delete from application_assignments s where s.workspace_id = current_workspace() and s.application_id = $1::uuid
         and s.subject <> all ($3::uuid[] || $4::uuid[] || $5::uuid[])
     ), added as (
       insert into application_assignments (workspace_id, application_id, group_id, unit_id, user_id)
       select current_workspace(), $1::uuid, g.id, null::uuid, null::uuid from groups g
         where g.workspace_id = current_workspace() and g.id = any ($3::uuid[])
       union all select current_workspace(), $1::uuid, null::uuid, o.id, null::uuid from organization_units o
         where o.workspace_id = current_workspace() and o.id = any ($4::uuid[])
       union all select current_workspace(), $1::uuid, null::uuid, null::uuid, u.id from users u
         where u.workspace_id = current_workspace() and u.deleted_at is null and u.id = any ($5::uuid[])
       on conflict do nothing
     )
     update applications set everyone = $2, version = version + 1 where workspace_id = current_workspace() and id = $1::uuid`,
    [application, to.everyone, to.groups, to.units, to.users],
  )
}

export async function canOpenApplication(db: Db, application: string, user: string): Promise<boolean> {
  const { rows } = await run<{ opens: boolean }>(db, 'select opens_application($1::uuid, $2::uuid) as opens', [
    application,
    user,
  ])
  return rows[0]?.opens ?? false
}

export async function openedBy(db: Db, application: string, user: string): Promise<string[]> {
  const { rows } = await run<{ name: string }>(
    db,
    `select coalesce(g.name, o.name, u.first_name || ' ' || u.last_name) as name from application_assignments s
     left join groups g on g.workspace_id = current_workspace() and g.id = s.group_id
     left join organization_units o on o.workspace_id = current_workspace() and o.id = s.unit_id
     left join users u on u.workspace_id = current_workspace() and u.id = s.user_id
     where s.workspace_id = current_workspace() and s.application_id = $1::uuid and (
       s.user_id = $2::uuid
       or exists (select from group_members m where m.workspace_id = current_workspace() and m.group_id = s.group_id and m.user_id = $2::uuid)
       or exists (select from unit_members m where m.workspace_id = current_workspace() and m.unit_id = s.unit_id and m.user_id = $2::uuid))
     order by 1 limit 10`,
    [application, user],
  )
  return rows.map(row => row.name)
}

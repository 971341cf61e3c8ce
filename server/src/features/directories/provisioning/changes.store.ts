import { groupTypes } from '@claviger/contract/people/groups'
import { itemKinds, itemStates } from './item-codes.ts'
import { type Db, run } from '#platform/db/db.ts'

export interface ProvisioningChange {
  what: 1 | 2 | 3
  subject: string
}

/** SQL: is user `u` assigned to application `a`? */
export const isAssigned = `(u.deleted_at is null and (a.everyone or exists (
  select from application_assignments s where s.workspace_id = current_workspace() and s.application_id = a.id and (
    s.user_id = u.id
    or exists (select from group_members m where m.workspace_id = current_workspace() and m.group_id = s.group_id and m.user_id = u.id)
    or exists (select from unit_members m where m.workspace_id = current_workspace() and m.unit_id = s.unit_id and m.user_id = u.id)))))`

export async function workspacesChanged(db: Db): Promise<string[]> {
  const { rows } = await run<{ workspace_id: string }>(
    db,
    'select distinct workspace_id from (select workspace_id from provisioning_changes order by workspace_id, place limit 20000) c limit 50',
    [],
  )
  return rows.map(row => row.workspace_id)
}

export async function targetsSweeping(db: Db): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await run<{ workspace_id: string; id: string }>(
    db,
    'select workspace_id, id from provisioning_targets where sweeping is not null order by workspace_id, id limit 50',
    [],
  )
  return rows
}

/** Takes the oldest changes; concurrent callers take others. */
export async function dequeueChanges(db: Db, most: number): Promise<ProvisioningChange[]> {
  const { rows } = await run<ProvisioningChange>(
    db,
    `delete from provisioning_changes where workspace_id = current_workspace() and place in (
       select place from provisioning_changes where workspace_id = current_workspace()
       order by place limit $1 for update skip locked)
     returning what, subject`,
    [most],
  )
  return rows
}

const dueNow = `due_at = least(coalesce(due_at, $2::timestamptz), $2::timestamptz), mark = mark + 1, tries = 0`

export async function notePeople(db: Db, people: readonly string[], at: Date): Promise<void> {
  await run(
    db,
    `update provisioning_items set ${dueNow}
     where workspace_id = current_workspace() and what = ${itemKinds.user} and local_id = any ($1::uuid[])`,
    [people, at],
  )
  await run(
    db,
    `insert into provisioning_items (workspace_id, application_id, what, local_id, due_at)
     select current_workspace(), t.id, 1, u.id, $2::timestamptz
     from provisioning_targets t
     join applications a on a.workspace_id = current_workspace() and a.id = t.id
     join users u on u.workspace_id = current_workspace() and u.id = any ($1::uuid[])
     where t.workspace_id = current_workspace() and ${isAssigned}
     on conflict do nothing`,
    [people, at],
  )
}

export async function noteGroups(db: Db, groups: readonly string[], at: Date): Promise<void> {
  await run(
    db,
    `update provisioning_items set ${dueNow}
     where workspace_id = current_workspace() and what = ${itemKinds.group} and local_id = any ($1::uuid[])`,
    [groups, at],
  )
  await run(
    db,
    `insert into provisioning_items (workspace_id, application_id, what, local_id, due_at)
     select current_workspace(), t.id, 2, g.id, $2::timestamptz
     from provisioning_targets t
     join groups g on g.workspace_id = current_workspace() and g.id = any ($1::uuid[])
     where t.workspace_id = current_workspace() and ${isPushed}
     on conflict do nothing`,
    [groups, at],
  )
}

/** SQL: is group `g` provisioned to `t`? With `all`, only groups with at least one provisioned member. */
export const isPushed = `g.ended_at is null and ((t.groups = 'all' and g.type <> ${groupTypes.everyone} and exists (
    select from group_members m
    join provisioning_items p on p.workspace_id = current_workspace() and p.application_id = t.id and p.what = ${itemKinds.user}
      and p.local_id = m.user_id and p.state in (${itemStates.pending}, ${itemStates.provisioned})
    where m.workspace_id = current_workspace() and m.group_id = g.id))
  or (t.groups = 'assigned' and exists (
    select from application_assignments s
    where s.workspace_id = current_workspace() and s.application_id = t.id and s.group_id = g.id)))`

export async function noteGroupsOf(db: Db, application: string, people: readonly string[], at: Date): Promise<void> {
  await run(
    db,
    `insert into provisioning_items (workspace_id, application_id, what, local_id, due_at)
     select current_workspace(), t.id, 2, of.group_id, $2::timestamptz
     from provisioning_targets t cross join lateral (
       select m.group_id from group_members m join groups g on g.workspace_id = current_workspace() and g.id = m.group_id
         where m.workspace_id = current_workspace() and m.user_id = any ($1::uuid[]) and (
           (t.groups = 'all' and g.type <> ${groupTypes.everyone})
           or (t.groups = 'assigned' and exists (select from application_assignments s
             where s.workspace_id = current_workspace() and s.application_id = t.id and s.group_id = g.id)))
       union select m.group_id from provisioning_members m
         where m.workspace_id = current_workspace() and m.application_id = t.id and m.user_id = any ($1::uuid[])) of
     where t.workspace_id = current_workspace() and t.id = $3::uuid
     on conflict (workspace_id, application_id, what, local_id)
       do update set due_at = least(coalesce(provisioning_items.due_at, excluded.due_at), excluded.due_at),
         mark = provisioning_items.mark + 1, tries = 0`,
    [people, at, application],
  )
}

export async function beginSweep(db: Db, applications: readonly string[]): Promise<void> {
  await run(
    db,
    `update provisioning_targets set sweeping = '00000000-0000-0000-0000-000000000000'
     where workspace_id = current_workspace() and id = any ($1::uuid[])`,
    [applications],
  )
}

export async function advanceSweep(db: Db, application: string, most: number, at: Date): Promise<boolean> {
  const { rows } = await run<{ sweeping: string }>(
    db,
    `select sweeping from provisioning_targets where workspace_id = current_workspace() and id = $1::uuid
       and sweeping is not null for update skip locked`,
    [application],
  )
  const from = rows[0]?.sweeping
  if (from === undefined) return false
  const { rows: slice } = await run<{ last: string | null; n: number }>(
    db,
    `with slice as (select u.id from users u where u.workspace_id = current_workspace() and u.id > $2::uuid order by u.id limit $3),
     known as (update provisioning_items i set due_at = least(coalesce(due_at, $4::timestamptz), $4::timestamptz),
         mark = mark + 1, tries = 0
       from slice where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.user} and i.local_id = slice.id),
     added as (insert into provisioning_items (workspace_id, application_id, what, local_id, due_at)
       select current_workspace(), a.id, 1, u.id, $4::timestamptz from slice
       join users u on u.workspace_id = current_workspace() and u.id = slice.id
       join applications a on a.workspace_id = current_workspace() and a.id = $1::uuid
       where ${isAssigned} on conflict do nothing)
     select (select id from slice order by id desc limit 1) as last, (select count(*)::integer from slice) as n`,
    [application, from, most, at],
  )
  const { last = null, n = 0 } = slice[0] ?? {}
  const more = n === most
  if (!more) await sweepRest(db, application, at)
  await run(
    db,
    'update provisioning_targets set sweeping = $2::uuid where workspace_id = current_workspace() and id = $1::uuid',
    [application, more ? last : null],
  )
  return more
}

async function sweepRest(db: Db, application: string, at: Date): Promise<void> {
  await run(
    db,
    `update provisioning_items i set ${dueNow}
     where i.workspace_id = current_workspace() and i.application_id = $1::uuid and (i.what = ${itemKinds.group}
       or not exists (select from users u where u.workspace_id = current_workspace() and u.id = i.local_id))`,
    [application, at],
  )
  await run(
    db,
    `insert into provisioning_items (workspace_id, application_id, what, local_id, due_at)
     select current_workspace(), t.id, 2, g.id, $2::timestamptz
     from provisioning_targets t join groups g on g.workspace_id = current_workspace()
     where t.workspace_id = current_workspace() and t.id = $1::uuid and ${isPushed}
     on conflict do nothing`,
    [application, at],
  )
}

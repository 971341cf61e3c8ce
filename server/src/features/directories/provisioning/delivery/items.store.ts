import { itemKinds, itemStates } from '../item-codes.ts'
import { type Db, run } from '#platform/db/db.ts'
import { isAssigned, isPushed } from '../changes.store.ts'

export interface ItemRow {
  what: 1 | 2
  local_id: string
  state: 0 | 1 | 2 | 3
  remote_id: string | null
  made_here: boolean
  /** It may exist without a known ID, because an earlier attempt may have succeeded. */
  attempted: boolean
  told: Buffer | null
  told_names: string[]
  mark: number
}

const columns = 'what, local_id, state, remote_id, made_here, attempted, told, told_names, mark'

export async function claimDueItems(db: Db, application: string, at: Date, most: number): Promise<ItemRow[]> {
  const { rows } = await run<ItemRow>(
    db,
    `select ${columns} from provisioning_items
     where workspace_id = current_workspace() and application_id = $1::uuid and due_at <= $2::timestamptz
     order by what, due_at limit $3`,
    [application, at, most],
  )
  await run(
    db,
    `update provisioning_items set attempted = true
     where workspace_id = current_workspace() and application_id = $1::uuid and what = ${itemKinds.user} and local_id = any ($2::uuid[]) and not attempted`,
    [application, rows.filter(row => row.what === itemKinds.user).map(row => row.local_id)],
  )
  return rows
}

export interface WantedItem {
  id: string
  assigned: boolean
  active: boolean
}

/** Desired state of these users; omits permanently deleted ones. */
export async function findWantedUsers(
  db: Db,
  application: string,
  people: readonly string[],
): Promise<Map<string, WantedItem>> {
  const { rows } = await run<WantedItem>(
    db,
    `select u.id, ${isAssigned} as assigned, u.suspended_at is null and u.deactivated_at is null as active
     from users u join applications a on a.workspace_id = current_workspace() and a.id = $1::uuid
     where u.workspace_id = current_workspace() and u.id = any ($2::uuid[])`,
    [application, people],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Our user or group of an account; ended ones don't count, because the name may be another user's now. */
export async function holderOf(db: Db, application: string, what: number, remote: string): Promise<string | undefined> {
  await run(
    db,
    `delete from provisioning_items where workspace_id = current_workspace() and application_id = $1::uuid and what = $2
       and remote_id = $3 and state = ${itemStates.ended} and due_at is null`,
    [application, what, remote],
  )
  const { rows } = await run<{ local_id: string }>(
    db,
    `select local_id from provisioning_items
     where workspace_id = current_workspace() and application_id = $1::uuid and what = $2 and remote_id = $3`,
    [application, what, remote],
  )
  return rows[0]?.local_id
}

export interface ItemResult {
  what: 1 | 2
  id: string
  mark: number
  state: 0 | 1 | 2 | 3
  remote: string | null
  made: boolean
  attempted: boolean
  told: string | null
  names: readonly string[]
  reason: string | null
  detail: string | null
  /** Seconds until a retry; null if done. */
  again: number | null
  gone: boolean
}

/** Stores results; items changed in the meantime stay due. */
export async function noteOutcomes(db: Db, application: string, all: readonly ItemResult[], at: Date): Promise<void> {
  if (all.length === 0) return
  await run(
    db,
    `with o as (select * from jsonb_to_recordset($2::jsonb) as o(what smallint, id uuid, mark integer, state smallint,
       remote text, made boolean, attempted boolean, told text, names text[], reason text, detail text, again integer, gone boolean)),
     dropped as (delete from provisioning_items i using o where i.workspace_id = current_workspace()
       and i.application_id = $1::uuid and i.what = o.what and i.local_id = o.id and o.gone and i.mark = o.mark),
     left_groups as (delete from provisioning_members m using o where m.workspace_id = current_workspace()
       and m.application_id = $1::uuid and ((o.what = ${itemKinds.group} and o.remote is null and m.group_id = o.id)
         or (o.what = ${itemKinds.user} and m.user_id = o.id and o.remote is distinct from (select k.remote_id from provisioning_items k
           where k.workspace_id = current_workspace() and k.application_id = $1::uuid and k.what = ${itemKinds.user} and k.local_id = o.id))))
     update provisioning_items i set state = o.state, remote_id = o.remote, made_here = o.made, attempted = o.attempted,
       told = decode(o.told, 'hex'), told_names = o.names, reason = o.reason, detail = o.detail,
       tries = case when o.reason is null then 0 else i.tries + 1 end,
       told_at = case when o.reason is null then $3::timestamptz else i.told_at end,
       due_at = case when i.mark <> o.mark then i.due_at when o.again is null then null
         else $3::timestamptz + least(o.again * power(2, least(i.tries, 12)), 86400) * interval '1 second' end
     from o where i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = o.what and i.local_id = o.id
       and not (o.gone and i.mark = o.mark)`,
    [application, JSON.stringify(all), at],
  )
}

export interface WantedGroup {
  name: string
  pushed: boolean
}

/** Desired state of a group; undefined if deleted. */
export async function findWantedGroup(db: Db, application: string, group: string): Promise<WantedGroup | undefined> {
  const { rows } = await run<WantedGroup>(
    db,
    `select g.name, ${isPushed} as pushed from groups g
     join provisioning_targets t on t.workspace_id = current_workspace() and t.id = $1::uuid
     where g.workspace_id = current_workspace() and g.id = $2::uuid`,
    [application, group],
  )
  return rows[0]
}

export interface Member {
  user_id: string
  remote_id: string | null
}

/** Missing members of a group, as far as known. */
export async function membersToAdd(db: Db, application: string, group: string, most: number): Promise<Member[]> {
  const { rows } = await run<Member>(
    db,
    `select m.user_id, i.remote_id from group_members m
     join provisioning_items i on i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.user}
       and i.local_id = m.user_id and i.remote_id is not null and i.state = ${itemStates.provisioned}
     where m.workspace_id = current_workspace() and m.group_id = $2::uuid and not exists (
       select from provisioning_members p where p.workspace_id = current_workspace() and p.application_id = $1::uuid
         and p.group_id = $2::uuid and p.user_id = m.user_id)
     order by m.user_id limit $3`,
    [application, group, most],
  )
  return rows
}

/** Added members that must be removed; all of them if the group ends. */
export async function membersToRemove(
  db: Db,
  application: string,
  group: string,
  all: boolean,
  most: number,
): Promise<Member[]> {
  const { rows } = await run<Member>(
    db,
    `select p.user_id, i.remote_id from provisioning_members p
     left join provisioning_items i on i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = ${itemKinds.user}
       and i.local_id = p.user_id
     where p.workspace_id = current_workspace() and p.application_id = $1::uuid and p.group_id = $2::uuid
       and ($3 or i.state in (${itemStates.pending}, ${itemStates.ended}) or not exists (select from group_members m
         where m.workspace_id = current_workspace() and m.group_id = $2::uuid and m.user_id = p.user_id))
     order by p.user_id limit $4`,
    [application, group, all, most],
  )
  return rows
}

export async function noteMembers(
  db: Db,
  application: string,
  group: string,
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  await run(
    db,
    `with gone as (delete from provisioning_members where workspace_id = current_workspace() and application_id = $1::uuid
       and group_id = $2::uuid and user_id = any ($4::uuid[]))
     insert into provisioning_members (workspace_id, application_id, group_id, user_id)
     select current_workspace(), $1::uuid, $2::uuid, id from unnest($3::uuid[]) as a(id) on conflict do nothing`,
    [application, group, added, removed],
  )
}

export async function forgetMembers(db: Db, application: string, group: string): Promise<void> {
  await run(
    db,
    'delete from provisioning_members where workspace_id = current_workspace() and application_id = $1::uuid and group_id = $2::uuid',
    [application, group],
  )
}

export async function isOn(db: Db, application: string): Promise<boolean> {
  const { rows } = await run(
    db,
    `select from provisioning_targets t join applications a on a.workspace_id = current_workspace() and a.id = t.id
     where t.workspace_id = current_workspace() and t.id = $1::uuid and t.active and a.active`,
    [application],
  )
  return rows.length > 0
}

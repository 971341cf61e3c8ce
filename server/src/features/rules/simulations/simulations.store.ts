import { keyStatus } from '@claviger/contract/keys/security-keys'
import { groupTypes } from '@claviger/contract/people/groups'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface NamedItem {
  id: string
  name: string
}

export interface AdministratorItem extends NamedItem {
  role: number
  groups: string[]
  units: string[]
  keys: { id: string; name: string; kind: number; model: string | null; copied: boolean }[]
}

/** Owners first, then other administrators, at most 300; only those with a usable key. */
export async function administering(db: Db): Promise<AdministratorItem[]> {
  const { rows } = await sql<AdministratorItem>`
    select u.id, u.first_name || ' ' || u.last_name as name, a.role,
      array(select * from groups_for_policies(current_workspace(), u.id)) as groups,
      array(select m.unit_id from unit_members m where m.workspace_id = current_workspace() and m.user_id = u.id) as units,
      k.keys
    from administrators a
    join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'kind', k.kind, 'model', k.aaguid, 'copied', coalesce((
        select bool_and(c.backup_eligible) from credentials c where c.workspace_id = current_workspace() and c.security_key_id = k.id), true)) order by k.created_at) as keys
      from security_keys k
      where k.workspace_id = current_workspace() and k.user_id = u.id and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and not k.proof_due
    ) k
    where a.workspace_id = current_workspace() and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
      and k.keys is not null
    order by a.role, u.created_at, u.id limit 300`.execute(db)
  return rows
}

/** The group of all users has no stored members. */
export const findEveryoneGroup = (db: Db) =>
  db.selectFrom('groups').select('id').where('type', '=', groupTypes.everyone).execute()

type People = Pick<PolicyContent, 'users' | 'groups' | 'units' | 'securityKeyDeviceType'>

interface Counts {
  users: number
  keys: number
}

export async function countAffectedUsers(db: Db, all: readonly People[]): Promise<Counts> {
  const few = merged(all)
  const [one] = few
  const rows = one && few.length === 1 ? await ofOne(db, one) : await counted(db, few)
  return { users: rows?.users ?? 0, keys: rows?.keys ?? 0 }
}

const peopleParts = ['users', 'groups', 'units'] as const

/** Merges policies that differ in one list, because the users of each would be read again. */
function merged(all: readonly People[]): People[] {
  const parts = new Map<string, People>()
  for (const one of all) {
    const filled = peopleParts.filter(part => one[part].length > 0)
    const kinds = one.securityKeyDeviceType.toSorted((kind, other) => kind - other)
    if (filled.length === 0 && kinds.length === 0) return [one]
    const key = JSON.stringify(filled.length > 1 ? one : filled.length === 1 ? [filled, kinds] : [])
    const known = parts.get(key)
    const both = <Part extends keyof People>(part: Part) =>
      [...new Set<unknown>([...(known?.[part] ?? []), ...one[part]])] as People[Part]
    parts.set(key, {
      users: both('users'),
      groups: both('groups'),
      units: both('units'),
      securityKeyDeviceType: both('securityKeyDeviceType'),
    })
  }
  return [...parts.values()]
}

/** For one group or unit, or for all, from stored counts. */
async function ofOne(db: Db, one: People): Promise<Counts | undefined> {
  const { users, groups, units, securityKeyDeviceType: kinds } = one
  const teams = [...groups, ...units]
  if (users.length > 0 || teams.length > 1) return counted(db, [one])
  if (kinds.length === 0) {
    const of = teams[0] === undefined ? sql`current_workspace()` : sql`${teams[0]}::uuid`
    const { rows } = await sql<Counts>`
      select coalesce(sum(users), 0)::bigint as users, coalesce(sum(keys), 0)::bigint as keys
      from head_counts where workspace_id = current_workspace() and of = ${of}`.execute(db)
    return rows[0]
  }
  if (teams.length > 0) return counted(db, [one])
  const { rows } = await sql<Counts>`
    select count(distinct user_id) as users, count(*) as keys from security_keys k
    where k.workspace_id = current_workspace() and not k.binned and k.status = ${sql.lit(keyStatus.active)}
      and k.kind = any (${kinds}::smallint[])`.execute(db)
  return rows[0]
}

async function counted(db: Db, all: readonly People[]): Promise<Counts | undefined> {
  const withKinds = all.some(one => one.securityKeyDeviceType.length > 0)
  const { rows } = withKinds
    ? await sql<Counts>`
        select count(distinct user_id) as users, count(distinct id) as keys from (${sql.join(all.map(keysOf), sql` union all `)}) k`.execute(
        db,
      )
    : // Each user is looked up by ID. With "in", the planner can compare all of them with all users
      await sql<Counts>`
        select count(*) as users, coalesce(sum(u.active_keys), 0)::bigint as keys
        from (select distinct id from (${sql.join(all.map(peopleOf), sql` union `)}) named(id)) p
        cross join lateral (select active_keys from users
          where workspace_id = current_workspace() and id = p.id and deleted_at is null limit 1) u`.execute(db)
  return rows[0]
}

function keysOf(one: People): RawBuilder<unknown> {
  const isAsked = one.users.length + one.groups.length + one.units.length > 0
  const keys = sql`
    select k.id, k.user_id from security_keys k
    where k.workspace_id = current_workspace() and not k.binned and k.status = ${sql.lit(keyStatus.active)}
      ${one.securityKeyDeviceType.length > 0 ? sql`and k.kind = any (${one.securityKeyDeviceType}::smallint[])` : sql``}`
  if (peopleParts.filter(part => one[part].length > 0).length < 2)
    return sql`${keys} ${isAsked ? sql`and k.user_id in (${peopleOf(one)})` : sql``}`
  return sql`select k.id, k.user_id from (${peopleOf(one)}) p(id) cross join lateral (${keys} and k.user_id = p.id offset 0) k`
}

function peopleOf(one: People): RawBuilder<unknown> {
  const parts = [
    ...(one.users.length > 0 ? [sql`select unnest(${one.users}::uuid[])`] : []),
    ...(one.groups.length > 0
      ? [
          sql`select user_id from group_members where workspace_id = current_workspace() and group_id = any (${one.groups}::uuid[])`,
        ]
      : []),
    ...(one.units.length > 0
      ? [
          sql`select user_id from unit_members where workspace_id = current_workspace() and unit_id = any (${one.units}::uuid[])`,
        ]
      : []),
  ]
  if (parts.length === 0)
    return sql`select id from users where workspace_id = current_workspace() and deleted_at is null`
  return sql`(${sql.join(parts, sql` intersect `)})`
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<NamedItem[]> {
  if (ids.length === 0) return []
  const of = (table: string, name: RawBuilder<unknown>) =>
    sql`select id, ${name} as name from ${sql.table(table)} where workspace_id = current_workspace() and id = any (${ids}::uuid[])`
  const { rows } = await sql<NamedItem>`${sql.join(
    [
      of('users', sql`first_name || ' ' || last_name`),
      ...[
        'groups',
        'organization_units',
        'devices',
        'device_groups',
        'security_keys',
        'named_lists',
        'policies',
        'applications',
      ].map(table => of(table, sql`name`)),
    ],
    sql` union all `,
  )}`.execute(db)
  return rows
}

interface SimulatedKey {
  user_id: string | null
  kind: number
  aaguid: string | null
  /** Whether its passkeys can be copied to other devices. */
  copied: boolean
}

export async function keyById(db: Db, id: string): Promise<SimulatedKey | undefined> {
  const { rows } = await sql<SimulatedKey>`
    select k.user_id, k.kind, k.aaguid, coalesce((select bool_and(c.backup_eligible) from credentials c
      where c.workspace_id = current_workspace() and c.security_key_id = k.id), true) as copied
    from security_keys k where k.workspace_id = current_workspace() and k.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export const userExists = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

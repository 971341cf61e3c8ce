import { groupTypes } from '@claviger/contract/people/groups'
import { type Insertable, sql } from 'kysely'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export interface ProfileRow {
  id: string
  name: string
  type: 'managed' | 'external-idp'
  methods: SignInMethod[]
  auto_start: 'passkey' | 'badge' | null
  provider_ids: string[] | null
  provider_id: string | null
  everybody: boolean
  position: number
  version: number
  changed_at: Date
  changed_by: string
  groups: { id: string; name: string }[]
}

/** The stored columns of a profile, without its groups. */
export type StoredProfileContent = Pick<
  ProfileRow,
  'name' | 'type' | 'methods' | 'auto_start' | 'provider_ids' | 'provider_id' | 'everybody' | 'position'
> & { changed_at: Date; changed_by: string }

const all = `select p.id, p.name, p.type, p.methods, p.auto_start, p.provider_ids, p.provider_id, p.everybody, p.position,
    p.version, p.changed_at, p.changed_by, coalesce((
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name))
      from authentication_profile_groups o join groups g on g.workspace_id = current_workspace() and g.id = o.group_id
      where o.workspace_id = current_workspace() and o.profile_id = p.id), '[]') as groups
  from authentication_profiles p where p.workspace_id = current_workspace()
  order by p.everybody desc, p.position, p.id`

/** All profiles of the workspace: first the one for all users, then the exceptions in order. */
export const allProfiles = async (db: Db): Promise<ProfileRow[]> => (await run<ProfileRow>(db, all, [])).rows

/** Serializes changes of the workspace's profiles until the transaction ends. */
export async function lockProfiles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('authentication-profiles ' || current_workspace(), 0))`.execute(
    db,
  )
}

export async function insertProfile(db: Db, row: Insertable<Tables['authentication_profiles']>): Promise<void> {
  await db.insertInto('authentication_profiles').values(row).execute()
}

export async function updateProfile(db: Db, id: string, to: StoredProfileContent): Promise<void> {
  await db
    .updateTable('authentication_profiles')
    .set(eb => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function putGroups(db: Db, workspace: string, profile: string, groups: readonly string[]): Promise<void> {
  await db.deleteFrom('authentication_profile_groups').where('profile_id', '=', profile).execute()
  if (groups.length === 0) return
  await db
    .insertInto('authentication_profile_groups')
    .values(groups.map(group => ({ workspace_id: workspace, profile_id: profile, group_id: group })))
    .execute()
}

export async function deleteProfiles(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('authentication_profiles')
    .where('id', 'in', [...ids])
    .execute()
}

export async function groupsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await run<{ id: string }>(
    db,
    `select id from groups where workspace_id = current_workspace() and id = any($1::uuid[]) and type <> ${groupTypes.everyone}`,
    [ids],
  )
  return new Set(rows.map(row => row.id))
}

export async function offeredIn(db: Db, workspace: string) {
  const { rows } = await run<
    Pick<ProfileRow, 'type' | 'methods' | 'auto_start' | 'provider_ids' | 'provider_id' | 'everybody'> & {
      phones: boolean
    }
  >(db, 'select * from profiles_offered($1::uuid)', [workspace])
  return rows
}

export async function providerAdmits(db: Db, user: string, provider: string): Promise<boolean> {
  const { rows } = await run<{ admits: boolean }>(
    db,
    'select provider_admits(current_workspace(), $1::uuid, $2::uuid) as admits',
    [user, provider],
  )
  return rows[0]?.admits ?? false
}

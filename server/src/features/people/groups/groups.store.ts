import { groupTypes } from '@claviger/contract/people/groups'
import type { GroupRule } from '@claviger/contract/people/groups/rules'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import { byNameOrTime, type ListQuery } from '#platform/db/page.ts'

const byRule =
  sql<boolean>`exists (select from group_rules r where r.workspace_id = current_workspace() and r.group_id = groups.id)`.as(
    'by_rule',
  )

export const allGroups = (db: Db) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'description', 'type', byRule])
    .where('ended_at', 'is', null)
    .orderBy('type')
    .orderBy('name')
    .orderBy('id')
    .limit(1000)
    .execute()

export const groupsById = (db: Db, ids: readonly string[]) =>
  db.selectFrom('groups').select(['id', 'name', 'type', byRule]).where('id', 'in', ids).execute()

export interface StoredGroupRow {
  id: string
  name: string
  description: string
  type: number
  ended_at: Date | null
  source_id: string | null
  by_rule: boolean
}

export const lockGroup = (db: Db, id: string): Promise<StoredGroupRow | undefined> =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'description', 'type', 'ended_at', 'source_id', byRule])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function makeGroup(db: Db, row: Insertable<Tables['groups']>): Promise<void> {
  await db.insertInto('groups').values(row).execute()
}

export async function updateGroup(db: Db, id: string, to: { name: string; description: string }): Promise<void> {
  await db.updateTable('groups').set(to).where('id', '=', id).execute()
}

/** The group of this name within its source: a directory, or the workspace itself. */
export const groupNamed = async (db: Db, name: string, source: string | null): Promise<string | undefined> =>
  (
    await db
      .selectFrom('groups')
      .select('id')
      .where(sql`lower(name)`, '=', sql`lower(${name})`)
      .where('source_id', sql`is not distinct from`, source)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  )?.id

export async function makeLocal(db: Db, ids: readonly string[], directory: string): Promise<void> {
  await sql`
    update groups g set type = ${groupTypes.internal}, source_id = null, name = case when exists (
        select from groups o where o.workspace_id = current_workspace() and o.source_id is null and o.ended_at is null
          and lower(o.name) = lower(g.name) and o.id <> g.id)
      then left(g.name, 40) || ' (' || left(${directory}, 40) || ' ' || right(g.id::text, 8) || ')' else g.name end
    where g.workspace_id = current_workspace() and g.id = any(${ids}::uuid[])`.execute(db)
}

export async function setGroupSource(db: Db, ids: readonly string[], source: string): Promise<void> {
  if (ids.length > 0) await db.updateTable('groups').set({ source_id: source }).where('id', 'in', ids).execute()
}

export async function deleteGroup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute()
}

export async function endGroup(db: Db, id: string, at: Date): Promise<void> {
  await sql`select end_group(${id}::uuid, ${at}::timestamptz)`.execute(db)
}

/** Brings an ended group back: false if another group of its source has its name, null if it isn't ended. */
export async function resumeGroup(db: Db, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ back: boolean | null }>`select resume_group(${id}::uuid) as back`.execute(db)
  return rows[0]?.back ?? null
}

/** Is a group named by what restricts users, so that deleting it would lift the restriction? */
export async function isGroupRestricting(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from policy_groups p where p.workspace_id = current_workspace() and p.group_id = ${id}::uuid)
      or exists (select from authentication_profile_groups a
        where a.workspace_id = current_workspace() and a.group_id = ${id}::uuid) as held`.execute(db)
  return rows[0]?.held === true
}

export async function insertGroup(db: Db, row: Insertable<Tables['groups']>): Promise<void> {
  await db
    .insertInto('groups')
    .values(row)
    .onConflict(oc => oc.doNothing())
    .execute()
}

const insertWhereMissing = `insert into groups (workspace_id, id, name, type)
  select $1::uuid, $2::uuid, $3, $4::smallint from agreed
  where not exists (select from groups g where g.workspace_id = $1 and g.type = $4) on conflict do nothing`

export const missingGroup = (row: { workspace_id: string; id: string; name: string; type: number }): StatementPart => ({
  text: insertWhereMissing,
  values: [row.workspace_id, row.id, row.name, row.type],
})

export const groupsOf = (db: Db, user: string) =>
  db
    .selectFrom('group_members as member')
    .innerJoin('groups', join =>
      join.onRef('groups.workspace_id', '=', 'member.workspace_id').onRef('groups.id', '=', 'member.group_id'),
    )
    .select(['groups.id', 'groups.name', 'groups.type', byRule])
    .where('member.user_id', '=', user)
    .orderBy('groups.name')
    .execute()

export async function insertMembers(db: Db, workspace: string, user: string, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return
  const rows = groups.map(group => ({ workspace_id: workspace, group_id: group, user_id: user }))
  await db
    .insertInto('group_members')
    .values(rows)
    .onConflict(oc => oc.doNothing())
    .execute()
}

export async function deleteMembers(db: Db, user: string, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return
  await db.deleteFrom('group_members').where('user_id', '=', user).where('group_id', 'in', groups).execute()
}

export interface ListedGroup {
  id: string
  name: string
  description: string
  type: number
  created_at: Date
  counts: [string, string]
  policies: number
  ended_at: Date | null
  source: { id: string; name: string } | null
  former: number
  rule: GroupRule | null
  pending: boolean | null
}

type Heads = (place: RawBuilder<unknown>) => RawBuilder<unknown>

const columns = (
  heads: Heads,
) => sql`groups.id, groups.name, groups.description, groups.type, groups.created_at, groups.ended_at,
  (select jsonb_build_object('id', d.id, 'name', d.name) from directory_connections d
    where d.workspace_id = current_workspace() and d.id = groups.source_id) as source,
  case when groups.ended_at is null then 0 else (select count(*)::integer from ended_group_members m
    where m.workspace_id = current_workspace() and m.group_id = groups.id) end as former,
  (${heads(sql`case when groups.type = ${sql.lit(groupTypes.everyone)} then groups.workspace_id else groups.id end`)}) as counts,
  (select count(*)::integer from policy_groups p where p.workspace_id = current_workspace() and p.group_id = groups.id) as policies,
  (select jsonb_build_object('match', r.match, 'conditions', r.conditions) from group_rules r where r.workspace_id = current_workspace() and r.group_id = groups.id) as rule,
  (select r.applied_at is null from group_rules r where r.workspace_id = current_workspace() and r.group_id = groups.id) as pending`

export const groupsPage = (heads: Heads, type: number | undefined): Omit<ListQuery<ListedGroup>, 'item'> => ({
  ...byNameOrTime('groups'),
  select: columns(heads),
  where: type === undefined ? [] : [sql`groups.type = ${type}::smallint`],
})

export async function findListed(db: Db, heads: Heads, id: string): Promise<ListedGroup | undefined> {
  const { rows } =
    await sql<ListedGroup>`select ${columns(heads)} from groups where groups.workspace_id = current_workspace() and groups.id = ${id}::uuid`.execute(
      db,
    )
  return rows[0]
}

import type { GroupRule, RuleCondition, RuleField } from '@claviger/contract/people/groups/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { literally } from '#platform/db/search.ts'

const columns: Record<RuleField, RawBuilder<string>> = {
  userId: sql`u.user_id`,
  employeeId: sql`u.employee_id`,
  firstName: sql`u.first_name`,
  lastName: sql`u.last_name`,
  email: sql`u.email`,
  phoneNumber: sql`u.phone_country || u.phone_number`,
  scimAttribute1: sql`u.scim_attribute_1`,
  scimAttribute2: sql`u.scim_attribute_2`,
  scimAttribute3: sql`u.scim_attribute_3`,
  scimAttribute4: sql`u.scim_attribute_4`,
  scimAttribute5: sql`u.scim_attribute_5`,
}

// An empty field counts as empty text, so that no condition is ever NULL
function holds(is: RuleCondition): RawBuilder<boolean> {
  const field = sql`plain(coalesce(${columns[is.field]}, ''))`
  const value = sql`plain(${is.value})`
  const escaped = sql`plain(${literally(is.value)})`
  switch (is.operator) {
    case 'is':
      return sql`${field} = ${value}`
    case 'is-not':
      return sql`${field} <> ${value}`
    case 'starts-with':
      return sql`${field} like ${escaped} || '%'`
    case 'contains':
      return sql`${field} like '%' || ${escaped} || '%'`
    case 'is-empty':
      return sql`${field} = ''`
  }
}

const fits = (rule: GroupRule): RawBuilder<boolean> =>
  sql`(${sql.join(rule.conditions.map(holds), rule.match === 'all' ? sql` and ` : sql` or `)})`

export async function countMatchingUsers(db: Db, rule: GroupRule): Promise<{ count: number; names: string[] }> {
  const { rows } = await sql<{ count: number; names: string[] }>`
    with fitting as materialized (
      select u.first_name || ' ' || u.last_name as name, u.sort_name, u.id from users u where u.deleted_at is null and ${fits(rule)}
    )
    select (select count(*) from fitting) as count,
      array(select name from fitting order by sort_name, id limit 8) as names`.execute(db)
  return rows[0] ?? { count: 0, names: [] }
}

export interface MembershipChange {
  user_id: string
  name: string
  joined: boolean
}

/** Adds and removes members by the rule; with `users`, only these are checked. */
export async function applyRule(
  db: Db,
  workspace: string,
  group: string,
  rule: GroupRule,
  users?: readonly string[],
): Promise<MembershipChange[]> {
  const among = users ? sql`and u.id = any(${users}::uuid[])` : sql``
  const { rows } = await sql<MembershipChange>`
    with joining as (
      insert into group_members (workspace_id, group_id, user_id)
        select ${workspace}::uuid, ${group}::uuid, u.id from users u where u.deleted_at is null and ${fits(rule)} ${among}
        on conflict do nothing returning user_id
    ), leaving as (
      delete from group_members m using users u
        where m.group_id = ${group}::uuid and u.id = m.user_id and u.deleted_at is null and not ${fits(rule)} ${among}
        returning m.user_id
    )
    select u.id as user_id, u.first_name || ' ' || u.last_name as name, changed.joined
    from (select user_id, true as joined from joining union all select user_id, false from leaving) changed
    join users u on u.id = changed.user_id order by u.id`.execute(db)
  return rows
}

export interface RuleRow extends GroupRule {
  group_id: string
  name: string
}

/**
 * Rules of the workspace with group names, locked until the transaction ends; with `waiting`, only those not
 * applied yet.
 */
export async function rulesOf(db: Db, waiting: boolean): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.group_id, r.match, r.conditions, g.name
    from group_rules r join groups g on g.workspace_id = r.workspace_id and g.id = r.group_id
    where ${waiting ? sql`r.applied_at is null` : sql`r.applied_at is not null`} order by r.group_id for update of r`.execute(
    db,
  )
  return rows
}

export async function putRule(db: Db, workspace: string, group: string, rule: GroupRule): Promise<void> {
  await sql`insert into group_rules (workspace_id, group_id, match, conditions)
    values (${workspace}::uuid, ${group}::uuid, ${rule.match}, ${JSON.stringify(rule.conditions)}::jsonb)
    on conflict (workspace_id, group_id) do update set match = excluded.match, conditions = excluded.conditions, applied_at = null`.execute(
    db,
  )
}

export async function markApplied(db: Db, group: string, at: Date): Promise<void> {
  await db.updateTable('group_rules').set({ applied_at: at }).where('group_id', '=', group).execute()
}

export async function deleteRule(db: Db, group: string): Promise<void> {
  await db.deleteFrom('group_rules').where('group_id', '=', group).execute()
}

export async function hasRules(db: Db): Promise<boolean> {
  const row = await db.selectFrom('group_rules').select('group_id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Removes up to `most` users from the queue of changed users. */
export async function dequeueChangedUsers(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from group_rule_changes where user_id in (
      select user_id from group_rule_changes order by user_id limit ${most}::integer for update skip locked
    ) returning user_id`.execute(db)
  return rows.map(row => row.user_id)
}

import { groupTypes } from '@claviger/contract/people/groups'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { DueSubject } from './type.ts'

/** SQL: is user u in one of these groups? True if the list is empty. */
export const inGroups = (groups: readonly string[]): RawBuilder<boolean> =>
  groups.length === 0
    ? sql`true`
    : sql`(exists (select from group_members m where m.workspace_id = current_workspace() and m.user_id = u.id
          and m.group_id = any(${groups}::uuid[]))
        or exists (select from groups g where g.workspace_id = current_workspace() and g.type = ${sql.lit(groupTypes.everyone)} and g.id = any(${groups}::uuid[])))`

export const inUse = sql`u.workspace_id = current_workspace() and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null`

export const ofRank = sql`(u.id in (select user_id from may_become(current_workspace())))`

export const nameOf = sql`u.first_name || ' ' || u.last_name`

export async function dueAmong(
  db: Db,
  due: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<Map<string, DueSubject>> {
  const { rows } = await sql<DueSubject>`
    select id, name, detail, step from (${due}) d where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

export async function dueSteps(db: Db, due: RawBuilder<unknown>): Promise<{ step: string; count: number }[]> {
  const { rows } = await sql<{ step: string; count: number }>`
    select step, count(*)::integer as count from (${due}) d group by step order by step`.execute(db)
  return rows
}

/** A page of due items, starting after `behind`. */
export async function firstDue(db: Db, due: RawBuilder<unknown>, most: number, behind = 0): Promise<DueSubject[]> {
  const { rows } = await sql<DueSubject>`
    select id, name, detail, step from (${due}) d order by sort_name, id limit ${most}::integer offset ${behind}::integer`.execute(
    db,
  )
  return rows
}

/** IDs of due items in name order, optionally only among the given ones. */
export const dueIds = (due: RawBuilder<unknown>, among: readonly string[] | null): RawBuilder<unknown> =>
  sql`select id from (${due}) d ${among === null ? sql`` : sql`where id = any(${among}::uuid[])`} order by sort_name, id`

export async function idsDue(db: Db, due: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${dueIds(due, null)}`.execute(db)
  return rows.map(row => row.id)
}

export async function markDue(
  db: Db,
  of: { workflow: string; step: 'told' | 'suspended' | 'reminded'; now: Date },
  subjects: readonly string[],
): Promise<void> {
  await sql`
    insert into workflow_marks (workspace_id, workflow_id, subject, step, at)
      select current_workspace(), ${of.workflow}::uuid, id, ${of.step}, ${of.now}::timestamptz from unnest(${subjects}::uuid[]) e(id)
    on conflict (workspace_id, workflow_id, subject) do update
      set step = excluded.step, at = excluded.at, times = workflow_marks.times + 1`.execute(db)
}

export async function unmark(db: Db, workflow: string, subjects: readonly string[]): Promise<void> {
  await sql`delete from workflow_marks where workspace_id = current_workspace() and workflow_id = ${workflow}::uuid
    and subject = any(${subjects}::uuid[])`.execute(db)
}

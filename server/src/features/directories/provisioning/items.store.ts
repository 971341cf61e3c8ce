import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface CountRow {
  what: 1 | 2
  state: 0 | 1 | 2 | 3
  n: number
  due: number
}

export async function countItems(db: Db, application: string): Promise<CountRow[]> {
  const { rows } = await run<CountRow>(
    db,
    `select what, state, count(*)::integer as n, count(due_at)::integer as due from provisioning_items
     where workspace_id = current_workspace() and application_id = $1::uuid group by what, state`,
    [application],
  )
  return rows
}

export interface ListedItem {
  local_id: string
  what: 1 | 2
  name: string | null
  state: 0 | 1 | 2 | 3
  remote_id: string | null
  made_here: boolean
  reason: string | null
  detail: string | null
  told_at: Date | null
  due_at: Date | null
}

const nameOfItem = sql`case i.what when 1 then (select u.first_name || ' ' || u.last_name from users u
      where u.workspace_id = current_workspace() and u.id = i.local_id)
    else (select g.name from groups g where g.workspace_id = current_workspace() and g.id = i.local_id) end`

export const itemList = (application: string, state: number | undefined): Omit<ListQuery<ListedItem>, 'item'> => ({
  from: sql`provisioning_items i`,
  here: sql`i.workspace_id = current_workspace()`,
  select: sql`i.local_id, i.what, i.state, i.remote_id, i.made_here, i.reason, i.detail, i.told_at, i.due_at, ${nameOfItem} as name`,
  search: { in: [sql`coalesce(${nameOfItem}, '') || ' ' || coalesce(i.remote_id, '')`] },
  where: [
    sql`i.application_id = ${application}::uuid`,
    ...(state === undefined ? [] : [sql`i.state = ${sql.lit(state)}`]),
  ],
  sorts: { record: { by: sql`i.local_id::text`, type: 'text', unique: true } },
  id: sql`i.local_id`,
  defaultSort: 'record',
})

export interface ListedDifference {
  id: string
  kind: 'missing' | 'differs' | 'stranger'
  what: 1 | 2
  local_id: string | null
  remote_id: string | null
  name: string
  fields: { name: string; theirs: string; ours: string }[]
}

export const differenceList = (
  application: string,
  kind: string | undefined,
): Omit<ListQuery<ListedDifference>, 'item'> => ({
  from: sql`provisioning_differences d`,
  here: sql`d.workspace_id = current_workspace()`,
  select: sql`d.id, d.kind, d.what, d.local_id, d.remote_id, d.name, d.fields`,
  where: [sql`d.application_id = ${application}::uuid`, ...(kind === undefined ? [] : [sql`d.kind = ${kind}`])],
  search: { in: [sql`d.name || ' ' || coalesce(d.remote_id, '')`] },
  sorts: { found: { by: sql`d.id::text`, type: 'text', unique: true } },
  id: sql`d.id`,
  defaultSort: 'found',
})

/** Retries all refused or failed items, or these, immediately; returns their number. */
export async function retryItems(
  db: Db,
  application: string,
  ids: readonly string[] | null,
  at: Date,
): Promise<number> {
  const { changed } = await run(
    db,
    `update provisioning_items set due_at = $3::timestamptz, mark = mark + 1, tries = 0
     where workspace_id = current_workspace() and application_id = $1::uuid and reason is not null
       and ($2::uuid[] is null or local_id = any ($2::uuid[]))`,
    [application, ids, at],
  )
  return changed
}

/**
 * Queues all items that the last comparison found different or missing; forgets the stored state of missing ones.
 * Returns their number.
 */
export async function mendItems(db: Db, application: string, look: string, at: Date): Promise<number> {
  const { changed } = await run(
    db,
    `update provisioning_items i set due_at = $3::timestamptz, mark = mark + 1, tries = 0, told = null,
       remote_id = case when i.seen is distinct from $2::uuid then null else i.remote_id end, attempted = true
     from provisioning_differences d
     where d.workspace_id = current_workspace() and d.application_id = $1::uuid and d.kind in ('missing', 'differs')
       and i.workspace_id = current_workspace() and i.application_id = $1::uuid and i.what = d.what and i.local_id = d.local_id`,
    [application, look, at],
  )
  await run(
    db,
    `delete from provisioning_members m using provisioning_differences d
     where d.workspace_id = current_workspace() and d.application_id = $1::uuid and d.kind = 'missing'
       and m.workspace_id = current_workspace() and m.application_id = $1::uuid
       and (m.user_id = d.local_id or m.group_id = d.local_id)`,
    [application],
  )
  await run(
    db,
    `delete from provisioning_differences where workspace_id = current_workspace() and application_id = $1::uuid
       and kind in ('missing', 'differs')`,
    [application],
  )
  await run(
    db,
    `update provisioning_looks set missing = 0, differs = 0 where workspace_id = current_workspace() and application_id = $1::uuid`,
    [application],
  )
  return changed
}

import type { ListEntry } from '@claviger/contract/decide/policy-content'
import { type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'
import type { PolicySetChange } from '#features/decide/evaluator/evaluator.set.ts'

export type ListRow = Omit<Selectable<Tables['named_lists']>, 'entries' | 'search' | 'workspace_id'>
export type NamedListListRow = ListRow & { policies: number }
export type NamedListRow = ListRow & { entries: ListEntry[] }
export type NamedListVersionRow = Omit<Selectable<Tables['named_list_versions']>, 'entries'>

const columns = 'id, name, description, type, size, version, created_at, changed_at, changed_by'

export const namedListList = (type: number | undefined): Omit<ListQuery<NamedListListRow>, 'item'> => ({
  from: sql`named_lists l`,
  here: sql`l.workspace_id = current_workspace()`,
  select: sql`l.id, l.name, l.description, l.type, l.size, l.version, l.created_at, l.changed_at, l.changed_by,
    (select count(*)::integer from policy_lists o where o.workspace_id = current_workspace() and o.list_id = l.id) as policies`,
  where: type === undefined ? [] : [sql`l.type = ${type}`],
  search: { plain: [sql`l.search`] },
  sorts: {
    name: { by: sql`lower(l.name)`, type: 'text', unique: true },
    changed: { by: sql`l.changed_at`, type: 'timestamptz' },
  },
  id: sql`l.id`,
  defaultSort: 'name',
})

export async function allLists(db: Db, type: number | null = null): Promise<ListRow[]> {
  const { rows } = await run<ListRow>(
    db,
    `select ${columns} from named_lists
     where workspace_id = current_workspace() and ($1::smallint is null or type = $1) order by lower(name)`,
    [type],
  )
  return rows
}

export async function findLists(db: Db, ids: readonly string[]): Promise<NamedListRow[]> {
  const { rows } = await run<NamedListRow>(
    db,
    `select ${columns}, entries from named_lists where workspace_id = current_workspace() and id = any($1::uuid[]) order by lower(name)`,
    [ids],
  )
  return rows
}

export async function findAllWithEntries(db: Db): Promise<NamedListRow[]> {
  const { rows } = await run<NamedListRow>(
    db,
    `select ${columns}, entries from named_lists where workspace_id = current_workspace() order by lower(name)`,
    [],
  )
  return rows
}

export interface ListUsage {
  list: string
  id: string
  name: string
  priority: number
}

export async function policiesNaming(db: Db, lists: readonly string[]): Promise<ListUsage[]> {
  const { rows } = await run<ListUsage>(
    db,
    `select o.list_id as list, p.id, p.name, p.priority from policy_lists o
     join policies p on p.workspace_id = current_workspace() and p.id = o.policy_id
     where o.workspace_id = current_workspace() and o.list_id = any($1::uuid[]) order by p.priority`,
    [lists],
  )
  return rows
}

export interface NamedListContent {
  id: string
  name: string
  description: string
  type: number
  entries: readonly ListEntry[] | null
  added: number
  removed: number
}

const versions = `versions as (
  insert into named_list_versions (workspace_id, list_id, version, at, by_id, by_name, set_version, name, description, size, added, removed, entries)
  select $1::uuid, id, version, $2::timestamptz, $3::uuid, $4::text, $5::bigint, name, description, size, $6::integer, $7::integer, $8::jsonb from kept)`

const valuesOf = (
  { workspace, at, by, set }: PolicySetChange,
  { added, removed, entries, ...list }: NamedListContent,
) => [
  workspace,
  at,
  by.id,
  by.name,
  set,
  added,
  removed,
  entries && JSON.stringify(entries),
  list.id,
  list.name,
  list.description,
]

export async function insertList(db: Db, change: PolicySetChange, list: NamedListContent): Promise<void> {
  await run(
    db,
    `with kept as (
       insert into named_lists (workspace_id, id, name, description, type, entries, created_at, changed_at, changed_by)
       values ($1::uuid, $9::uuid, $10::text, $11::text, $12::smallint, $8::jsonb, $2::timestamptz, $2::timestamptz, $4::text)
       returning *), ${versions}
     select from kept`,
    [...valuesOf(change, list), list.type],
  )
}

export async function updateList(db: Db, change: PolicySetChange, list: NamedListContent): Promise<void> {
  await run(
    db,
    `with kept as (
       update named_lists l set name = $10::text, description = $11::text, entries = coalesce($8::jsonb, l.entries),
         version = l.version + 1, changed_at = $2::timestamptz, changed_by = $4::text
       where l.workspace_id = current_workspace() and l.id = $9::uuid returning l.*), ${versions}
     select from kept`,
    valuesOf(change, list),
  )
}

export async function deleteLists(db: Db, ids: readonly string[]): Promise<void> {
  await run(db, 'delete from named_lists where workspace_id = current_workspace() and id = any($1::uuid[])', [ids])
}

export async function listVersionsBefore(
  db: Db,
  list: string,
  before: number,
  most: number,
): Promise<NamedListVersionRow[]> {
  const { rows } = await run<NamedListVersionRow>(
    db,
    `select workspace_id, list_id, version, at, by_id, by_name, set_version, name, description, size, added, removed
     from named_list_versions where workspace_id = current_workspace() and list_id = $1::uuid and version < $2
     order by version desc limit $3`,
    [list, before, most],
  )
  return rows
}

export async function entriesIn(db: Db, list: string, version: number): Promise<ListEntry[] | undefined> {
  const { rows } = await run<{ entries: ListEntry[] }>(
    db,
    `select entries from named_list_versions
     where workspace_id = current_workspace() and list_id = $1::uuid and version <= $2 and entries is not null
     order by version desc limit 1`,
    [list, version],
  )
  return rows[0]?.entries
}

export async function strangeDevices(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await run<{ id: string }>(
    db,
    `select id from unnest($1::uuid[]) as r(id)
     where not exists (select from devices t where t.workspace_id = current_workspace() and t.id = r.id)
       and not exists (select from device_groups t where t.workspace_id = current_workspace() and t.id = r.id)`,
    [ids],
  )
  return new Set(rows.map(row => row.id))
}

import type { Doc } from '../scim-documents/scim-documents.ts'
import { type Db, run } from '#platform/db/db.ts'

export type ResourceKind = 'user' | 'group'

export interface ResourceRow {
  id: string
  anchor: string
  external_id: string | null
  active: boolean
  doc: Doc
  version: number
  created_at: Date
  modified_at: Date
  gone_at: Date | null
}

export interface MemberReference {
  value: string
  display?: string
}

/** SELECT columns of a resource in rows `r`. */
export const columns =
  'r.id, r.anchor, r.external_id, r.active, r.doc, r.version, r.created_at, r.modified_at, r.gone_at'
/** WHERE condition: resources of client $1, users or groups $2. */
export const isOfConnection = 'r.workspace_id = current_workspace() and r.connection_id = $1::uuid and r.what = $2'

/** SQL: a user's groups or a group's members known to the client, as JSON because there may be many. */
export const otherResources = (what: ResourceKind): string =>
  what === 'user'
    ? `(select coalesce(jsonb_agg(jsonb_build_object('value', o.id, 'display', o.doc ->> 'displayName')), '[]')
        from group_members m join scim_resources o on o.workspace_id = m.workspace_id and o.connection_id = r.connection_id
          and o.what = 'group' and o.id = m.group_id and o.gone_at is null
        where m.workspace_id = current_workspace() and m.user_id = r.id)`
    : `(select coalesce(jsonb_agg(jsonb_build_object('value', o.id)), '[]')
        from group_members m join scim_resources o on o.workspace_id = m.workspace_id and o.connection_id = r.connection_id
          and o.what = 'user' and o.id = m.user_id and o.gone_at is null
        where m.workspace_id = current_workspace() and m.group_id = r.id)`

export type ResourceWithMembers = ResourceRow & { others?: MemberReference[] }

const alone = {
  user: [
    `select ${columns} from scim_resources r where ${isOfConnection} and r.id = $3::uuid and r.gone_at is null`,
    `select ${columns}, ${otherResources('user')} as others from scim_resources r where ${isOfConnection} and r.id = $3::uuid and r.gone_at is null`,
  ],
  group: [
    `select ${columns} from scim_resources r where ${isOfConnection} and r.id = $3::uuid and r.gone_at is null`,
    `select ${columns}, ${otherResources('group')} as others from scim_resources r where ${isOfConnection} and r.id = $3::uuid and r.gone_at is null`,
  ],
} as const

export async function findResource(
  db: Db,
  connection: string,
  what: ResourceKind,
  id: string,
  withOthers: boolean,
): Promise<ResourceWithMembers | undefined> {
  const { rows } = await run<ResourceWithMembers>(db, alone[what][withOthers ? 1 : 0], [connection, what, id])
  return rows[0]
}

/** Locks a resource until the transaction ends. */
export async function lockResource(
  db: Db,
  connection: string,
  what: ResourceKind,
  id: string,
): Promise<ResourceRow | undefined> {
  const { rows } = await run<ResourceRow>(
    db,
    `select ${columns} from scim_resources r where ${isOfConnection} and r.id = $3::uuid and r.gone_at is null for update`,
    [connection, what, id],
  )
  return rows[0]
}

export async function resourcesWithName(
  db: Db,
  connection: string,
  what: ResourceKind,
  names: readonly string[],
  externals: readonly string[],
): Promise<(ResourceRow & { name_key: string })[]> {
  const { rows } = await run<ResourceRow & { name_key: string }>(
    db,
    `select ${columns}, r.name_key from scim_resources r where ${isOfConnection} and r.name_key = any($3::text[]) and r.gone_at is null
     union all
     select ${columns}, r.name_key from scim_resources r where ${isOfConnection} and r.external_id = any($4::text[]) and r.gone_at is null
     union all
     select ${columns}, r.name_key from scim_resources r where ${isOfConnection} and r.name_key = any($3::text[]) and r.gone_at is not null
     union all
     select ${columns}, r.name_key from scim_resources r where ${isOfConnection} and r.anchor = any($4::text[])`,
    [connection, what, names, externals],
  )
  return rows
}

export interface StoredResource {
  id: string
  anchor: string
  external: string | null
  name: string
  active: boolean
  doc: Doc
  emails: readonly string[]
  at: Date
}

export async function insertResources(
  db: Db,
  connection: string,
  what: ResourceKind,
  all: readonly StoredResource[],
): Promise<Map<string, ResourceRow>> {
  if (all.length === 0) return new Map()
  const { rows } = await run<ResourceRow>(
    db,
    `insert into scim_resources as r (workspace_id, connection_id, what, id, anchor, external_id, name_key, active, doc, emails, created_at, modified_at)
     select current_workspace(), $1::uuid, $2, n.id, n.anchor, n.external, n.name, n.active, n.doc, n.emails, n.at, n.at
     from jsonb_to_recordset($3::jsonb) as n(id uuid, anchor text, external text, name text, active boolean, doc jsonb, emails text[], at timestamptz)
     on conflict (workspace_id, connection_id, what, id) do update
       set anchor = excluded.anchor, external_id = excluded.external_id, name_key = excluded.name_key, active = excluded.active,
         doc = excluded.doc, emails = excluded.emails, version = r.version + 1, modified_at = excluded.modified_at,
         gone_at = null, binned = false
     returning ${columns}`,
    [connection, what, JSON.stringify(all)],
  )
  return new Map(rows.map(row => [row.id, row]))
}

const valuesOf = (kept: StoredResource) => [
  kept.id,
  kept.anchor,
  kept.external,
  kept.name,
  kept.active,
  JSON.stringify(kept.doc),
  kept.emails,
  kept.at,
]

export async function updateResource(
  db: Db,
  connection: string,
  what: ResourceKind,
  kept: StoredResource,
): Promise<ResourceRow> {
  const { rows } = await run<ResourceRow>(
    db,
    `update scim_resources r set external_id = $5, name_key = $6, active = $7, doc = $8::jsonb, emails = $9::text[],
       modified_at = $10::timestamptz, version = version + 1
     where ${isOfConnection} and r.id = $3::uuid and r.anchor = $4 returning ${columns}`,
    [connection, what, ...valuesOf(kept)],
  )
  return rows[0] as ResourceRow
}

/** Increments the version because members changed or the resource was deleted. */
export async function touchResource(
  db: Db,
  connection: string,
  what: ResourceKind,
  id: string,
  at: Date,
  gone: boolean,
): Promise<ResourceRow | undefined> {
  const { rows } = await run<ResourceRow>(
    db,
    `update scim_resources r set modified_at = $4::timestamptz, version = version + 1,
       gone_at = case when $5::boolean then $4::timestamptz end, binned = false
     where ${isOfConnection} and r.id = $3::uuid returning ${columns}`,
    [connection, what, id, at, gone],
  )
  return rows[0]
}

/** Deletes the stored data of a resource. */
export async function deleteResource(db: Db, connection: string, what: ResourceKind, id: string): Promise<void> {
  await run(db, `delete from scim_resources r where ${isOfConnection} and r.id = $3::uuid`, [connection, what, id])
}

export async function knownPeople(db: Db, connection: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await run<{ id: string }>(
    db,
    `select r.id from scim_resources r where ${isOfConnection} and r.id = any($3::uuid[]) and r.gone_at is null`,
    [connection, 'user', ids],
  )
  return new Set(rows.map(row => row.id))
}

export async function peopleAfter(
  db: Db,
  connection: string,
  after: string | null,
  most: number,
): Promise<ResourceRow[]> {
  const { rows } = await run<ResourceRow>(
    db,
    `select ${columns} from scim_resources r where ${isOfConnection} and r.gone_at is null and ($3::uuid is null or r.id > $3::uuid)
     order by r.id limit $4::integer`,
    [connection, 'user', after, most],
  )
  return rows
}

export async function peopleOf(db: Db, connection: string, ids: readonly string[]): Promise<ResourceRow[]> {
  const { rows } = await run<ResourceRow>(
    db,
    `select ${columns} from scim_resources r where ${isOfConnection} and r.id = any($3::uuid[]) and r.gone_at is null`,
    [connection, 'user', ids],
  )
  return rows
}

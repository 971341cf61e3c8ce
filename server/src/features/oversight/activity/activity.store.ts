import { activityStatus } from '@claviger/contract/oversight/activity'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ActivityRow = Selectable<Tables['activities']>

export interface ActivityQuery {
  newestFirst: boolean
  lowest: string
  highest: string
  kind: string | undefined
  meant: readonly string[] | undefined
  actions: readonly string[] | undefined
  status: number | undefined
  about: string | undefined
  patterns: readonly string[] | undefined
  word: string | undefined
  /** IDs of objects, IDs of computers, and an IP address; these have indexes of their own. */
  objects: readonly string[] | undefined
  devices: readonly string[] | undefined
  address: string | undefined
  /** Objects whose lines are found in addition to those about the user. */
  also?: readonly string[] | undefined
}

export async function pageOfEntries(db: Db, is: ActivityQuery, most: number, skipped: number): Promise<ActivityRow[]> {
  const direction = is.newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<ActivityRow>`
    select a.* from (
      select id from (${matching(is, most + skipped)}) found order by id ${direction} limit ${most}::bigint offset ${skipped}::bigint
    ) page join activities a on a.id = page.id order by a.id ${direction}`.execute(db)
  return rows
}

/** Counts matches up to `most`; not for searches. */
export async function count(db: Db, is: ActivityQuery, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${matching(is, most)}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

export async function isUser(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function ownerOfPasskey(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from credentials where id = ${id}::uuid
    union all select k.user_id from held_credentials h join security_keys k on k.id = h.security_key_id
    where h.id = ${id}::uuid limit 1`.execute(db)
  return rows[0]?.user_id
}

/** Entries of the given transaction and later ones, oldest first, and where to continue. */
export async function freshEntries(db: Db, is: ActivityQuery, from: string | undefined, most: number) {
  // Must run before the entries are read: transactions still open now will be at or after this position
  const { rows: places } = await sql<{ place: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as place`.execute(db)
  const next = places[0]?.place ?? '0'
  if (from === undefined) return { rows: [], next }
  const { rows } = await sql<ActivityRow>`
    select a.* from (${finding(is, most, from)}) fresh join activities a on a.id = fresh.id order by a.id`.execute(db)
  return { rows, next }
}

function matching(is: ActivityQuery, most: number): RawBuilder<unknown> {
  if (is.kind ?? is.actions ?? is.status ?? is.about ?? is.patterns ?? isPlaced(is)) return finding(is, most)
  return sql`select id from activities where id >= ${is.lowest}::uuid and id < ${is.highest}::uuid
    order by id ${is.newestFirst ? sql`desc` : sql`asc`} limit ${most}::bigint`
}

const isPlaced = (is: ActivityQuery) => (is.objects ?? is.devices ?? is.address) !== undefined || undefined

function finding(is: ActivityQuery, most: number, since?: string): RawBuilder<unknown> {
  if (is.also === undefined) return findingOne(is, most, since)
  const { also, ...own } = is
  const others = { ...own, about: undefined, objects: also }
  return sql`select id from (select id from (${findingOne(own, most, since)}) own
    union select id from (${findingAt(others, most, since)}) others) found
    order by id ${is.newestFirst ? sql`desc` : sql`asc`} limit ${most}::bigint`
}

const findingOne = (is: ActivityQuery, most: number, since?: string) =>
  isPlaced(is)
    ? findingAt(is, most, since)
    : sql`select id from find_activities(${is.patterns ?? null}::text[], ${is.word ?? null}, ${is.newestFirst}, ${is.lowest}::uuid,
    ${is.highest}::uuid, ${is.kind ?? null}, ${is.meant ?? null}::text[], ${is.actions ?? null}::text[],
    ${is.status ?? null}::smallint, ${is.about ?? null}::uuid, ${since ?? null}::text::bigint, ${most}::integer) as id`

const findingAt = (is: ActivityQuery, most: number, since?: string) =>
  sql`select id from find_activities_at(${is.objects ?? null}::text[], ${is.devices ?? null}::text[], ${is.address ?? null},
    ${is.patterns ?? null}::text[], ${is.newestFirst}, ${is.lowest}::uuid, ${is.highest}::uuid, ${is.kind ?? null},
    ${is.actions ?? null}::text[], ${is.status ?? null}::smallint, ${is.about ?? null}::uuid, ${since ?? null}::text::bigint,
    ${most}::integer) as id`

/** Names by ID of the computers among these; deleted ones, and all for unit administrators, have none. */
export async function computersNamed(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from devices where devices.workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Computers whose name contains the text of a pattern. */
export async function computersLike(db: Db, pattern: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where devices.workspace_id = current_workspace() and plain(name) like ${pattern} limit 500`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** IDs of a user's keys and their passkeys. */
export async function keysOfUser(db: Db, user: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from security_keys where security_keys.workspace_id = current_workspace() and user_id = ${user}::uuid
    union all select id from credentials where credentials.workspace_id = current_workspace() and user_id = ${user}::uuid`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function passkeysOfKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from credentials where credentials.workspace_id = current_workspace()
      and security_key_id = any(${keys}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Bucket {
  bucket: number
  succeeded: number
  failed: number
}

/** Counts of the newest `most` matching lines, in `buckets` equal parts of the time from `from` to `to`. */
export async function countOverTime(
  db: Db,
  is: ActivityQuery,
  { from, to, buckets, most }: { from: Date; to: Date; buckets: number; most: number },
): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select least(width_bucket(extract(epoch from a.at), extract(epoch from ${from}::timestamptz),
        extract(epoch from ${to}::timestamptz), ${buckets}::integer), ${buckets}::integer) - 1 as bucket,
      count(*) filter (where a.status = ${sql.lit(activityStatus.succeeded)})::integer as succeeded,
      count(*) filter (where a.status = ${sql.lit(activityStatus.failed)})::integer as failed
    from (${matching({ ...is, newestFirst: true }, most)}) found
      join activities a on a.workspace_id = current_workspace() and a.id = found.id
    where a.at >= ${from}::timestamptz
    group by 1 order by 1`.execute(db)
  return rows
}

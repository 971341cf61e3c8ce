import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type ActivityRow = Selectable<Tables['activities']>

/** Which entries, and from which end; ids from `lowest` up to, not with, `highest`. */
export interface Question {
  newestFirst: boolean
  lowest: string
  highest: string
  kind: string | undefined
  actions: readonly string[] | undefined
  status: number | undefined
  /** A user or another thing: what it did, and what was done to it. */
  about: string | undefined
  /** As LIKE takes it. */
  pattern: string | undefined
}

/** The entries of one page in their order. */
export async function pageOfEntries(db: Db, is: Question, most: number, skipped: number): Promise<ActivityRow[]> {
  const found = is.pattern ? mentioning(is, is.pattern, most + skipped) : matching(is, most + skipped)
  const direction = directionOf(is)
  const { rows } = await sql<ActivityRow>`
    select a.* from (
      select id from (${found}) found order by id ${direction} limit ${most}::bigint offset ${skipped}::bigint
    ) page join activities a on a.id = page.id order by a.id ${direction}`.execute(db)
  return rows
}

/** How many entries match, counted up to `most`; not for searches. */
export async function count(db: Db, is: Question, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${matching(is, most)}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** Is this a user of the workspace, perhaps in the bin? */
export async function isUser(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Whose passkey this is, of our own pages or held on a card; undefined where there is none. */
export async function ownerOfPasskey(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from credentials where id = ${id}::uuid
    union all select k.user_id from held_credentials h join security_keys k on k.id = h.security_key_id
    where h.id = ${id}::uuid limit 1`.execute(db)
  return rows[0]?.user_id
}

/** What transactions from this one on have written, the newest of it, oldest first, and where to look on from. */
export async function freshEntries(db: Db, is: Question, from: string | undefined, most: number) {
  // Asked before the entries are: what is still under way now will be at or after this place
  const { rows: places } = await sql<{ place: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as place`.execute(db)
  const next = places[0]?.place ?? '0'
  if (from === undefined) return { rows: [], next }
  const wanted = [sql`xid >= ${from}::text::bigint`, ...filtersOf(is)]
  if (is.pattern)
    wanted.push(
      sql`plain(actor_name || ' ' || coalesce(object_name, '') || ' ' || coalesce(ip, '')) like ${is.pattern}`,
    )
  // The order by transaction keeps to its index, which ends where the tail began
  const { rows } = await sql<ActivityRow>`
    select * from (
      select * from activities where ${sql.join(wanted, sql` and `)} order by xid desc limit ${sql.lit(most)}
    ) fresh order by id`.execute(db)
  return { rows, next }
}

/** Filters that no index fits, so that what stands beside them decides how the rows are found. */
function filtersOf(is: Question): RawBuilder<unknown>[] {
  const about = is.about === undefined ? [] : [sql`(actor_id = ${is.about}::uuid or object_id || '' = ${is.about})`]
  const { kind, status, actions } = narrowing(is)
  const times = [sql`id >= ${is.lowest}::uuid`, sql`id < ${is.highest}::uuid`]
  return [...kind, ...status, ...actions, ...times, ...about]
}

const directionOf = (is: Question) => (is.newestFirst ? sql`desc` : sql`asc`)

const narrowing = (is: Question) => ({
  kind: is.kind === undefined ? [] : [sql`kind || '' = ${is.kind}`],
  status: is.status === undefined ? [] : [sql`status + 0 = ${is.status}::integer`],
  actions: is.actions ? [sql`action || '' = any(${is.actions}::text[])`] : [],
})

/**
 * Ids that match, in order. The narrowest filter leads: its index is in that order already, so reading stops at `most`.
 * The others are written so that no index fits them, for left to itself the planner may walk a longer index, or the
 * whole log, in the hope of finding a rare entry soon.
 */
function matching(is: Question, most: number): RawBuilder<unknown> {
  const range = [sql`id >= ${is.lowest}::uuid`, sql`id < ${is.highest}::uuid`]
  const { kind, status, actions } = narrowing(is)
  const direction = directionOf(is)
  const walk = (leading: RawBuilder<unknown>[], rest: RawBuilder<unknown>[]) =>
    sql`select id from activities where ${sql.join([...leading, ...range, ...rest], sql` and `)}
      order by id ${direction} limit ${most}::bigint`
  if (is.about !== undefined) {
    const did = walk([sql`actor_id = ${is.about}::uuid`], [...kind, ...status, ...actions])
    const wasDone = walk([sql`object_id = ${is.about}::uuid::text`], [...kind, ...status, ...actions])
    return sql`select id from ((${did}) union (${wasDone})) about_it order by id ${direction} limit ${most}::bigint`
  }
  if (is.actions) {
    const each = walk([sql`action = wanted.name`], [...kind, ...status])
    return sql`select each.id from unnest(${is.actions}::text[]) as wanted(name)
      cross join lateral (${each}) each order by each.id ${direction} limit ${most}::bigint`
  }
  if (is.status === 2) return walk([sql`status = 2`], kind)
  return walk(is.kind === undefined ? [] : [sql`kind = ${is.kind}`], status)
}

/** Ids of entries that mention a text, case and accents aside. */
const mentioning = (is: Question, pattern: string, most: number) =>
  sql`select id from find_activities(${pattern}, ${is.newestFirst}, ${is.lowest}::uuid, ${is.highest}::uuid,
    ${is.kind ?? null}, ${is.actions ?? null}::text[], ${is.status ?? null}::smallint, ${is.about ?? null}::uuid, ${most}::integer) as id`

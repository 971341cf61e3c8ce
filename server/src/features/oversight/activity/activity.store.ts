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
  /** All actions of that kind. */
  meant: readonly string[] | undefined
  actions: readonly string[] | undefined
  status: number | undefined
  /** A user or another thing: what it did, and what was done to it. */
  about: string | undefined
  /** Those of its words, as LIKE takes them. */
  patterns: readonly string[] | undefined
  /** The longest word of it, as LIKE takes it. */
  word: string | undefined
}

/** The entries of one page in their order. */
export async function pageOfEntries(db: Db, is: Question, most: number, skipped: number): Promise<ActivityRow[]> {
  const direction = is.newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<ActivityRow>`
    select a.* from (
      select id from (${matching(is, most + skipped)}) found order by id ${direction} limit ${most}::bigint offset ${skipped}::bigint
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
  const { rows } = await sql<ActivityRow>`
    select a.* from (${finding(is, most, from)}) fresh join activities a on a.id = fresh.id order by a.id`.execute(db)
  return { rows, next }
}

/** Ids that match, in no order: the first `most` of their direction. */
function matching(is: Question, most: number): RawBuilder<unknown> {
  if (is.kind ?? is.actions ?? is.status ?? is.about ?? is.patterns) return finding(is, most)
  return sql`select id from activities where id >= ${is.lowest}::uuid and id < ${is.highest}::uuid
    order by id ${is.newestFirst ? sql`desc` : sql`asc`} limit ${most}::bigint`
}

const finding = (is: Question, most: number, since?: string) =>
  sql`select id from find_activities(${is.patterns ?? null}::text[], ${is.word ?? null}, ${is.newestFirst}, ${is.lowest}::uuid,
    ${is.highest}::uuid, ${is.kind ?? null}, ${is.meant ?? null}::text[], ${is.actions ?? null}::text[],
    ${is.status ?? null}::smallint, ${is.about ?? null}::uuid, ${since ?? null}::text::bigint, ${most}::integer) as id`

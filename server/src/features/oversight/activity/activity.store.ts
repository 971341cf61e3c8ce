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
  if (is.kind ?? is.actions ?? is.status ?? is.about ?? is.patterns) return finding(is, most)
  return sql`select id from activities where id >= ${is.lowest}::uuid and id < ${is.highest}::uuid
    order by id ${is.newestFirst ? sql`desc` : sql`asc`} limit ${most}::bigint`
}

const finding = (is: ActivityQuery, most: number, since?: string) =>
  sql`select id from find_activities(${is.patterns ?? null}::text[], ${is.word ?? null}, ${is.newestFirst}, ${is.lowest}::uuid,
    ${is.highest}::uuid, ${is.kind ?? null}, ${is.meant ?? null}::text[], ${is.actions ?? null}::text[],
    ${is.status ?? null}::smallint, ${is.about ?? null}::uuid, ${since ?? null}::text::bigint, ${most}::integer) as id`

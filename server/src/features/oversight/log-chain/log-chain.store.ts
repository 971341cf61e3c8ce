import { type RawBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { type LogLine, lineFields } from './line.ts'

// Explicit text formats, so that neither a time zone nor driver rounding alters the hashed value
const asText: Partial<Record<(typeof lineFields)[number], RawBuilder<unknown>>> = {
  at: sql`(extract(epoch from a.at) * 1000000)::bigint::text as at`,
}

export const withoutPlace = sql`not exists (select from activity_links l
  where l.workspace_id = a.workspace_id and l.who = who_of(a.actor_id, a.actor_name) and l.activity_id = a.id)`

/**
 * Selects `Line` from activities as `a`; instants as microseconds since 1970, JSON as PostgreSQL formats it.
 */
const lineColumns = sql.join(lineFields.map(name => asText[name] ?? sql`a.${sql.raw(`${name}::text as ${name}`)}`))

export type ChainRow = Selectable<Tables['activity_chains']>
export type SealRow = Selectable<Tables['activity_seals']>

export interface GrowingChain extends ChainRow {
  last_place: number | null
  last_place_at: Date | null
}

export type LinkedLine = LogLine & { position: number; activity_id: string; not_before: string; hash: Buffer }

/**
 * Makes later queries of the transaction find lines by transaction only, and in its order: a plan without statistics
 * about the end of the log, or about many lines of one transaction, could read and sort all of them each time.
 */
export const planByTransaction = (db: Db) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_sort', 'off', true)`.execute(db)

/** An unlinked line; `chain_ends` is the end of its chain when it was read, null without a chain. */
export type PlacelessLine = LogLine & { workspace_id: string; id: string; xid: string; chain_ends: number | null }

export interface UnlinkedLine {
  lines: PlacelessLine[]
  all: boolean
}

interface Sought {
  from: string
  ended: string
  unseen: string
  except: readonly string[]
  after: PlacelessLine | undefined
}

/**
 * Committed lines that are not linked yet: of transactions from `from` to `ended` (exclusive), after a given
 * line. Transactions from `unseen` on belong to a database from which this one was restored. A workspace whose
 * chain is lost starts no other; a deleted workspace has none. The bound by `least` is where the index begins to be
 * read: with two ranges and in order, all of it would be read.
 */
export async function unlinkedLines(db: Db, sought: Sought, most: number): Promise<UnlinkedLine> {
  const { from, ended, unseen, except, after } = sought
  const { rows: lines } = await sql<PlacelessLine>`
    select ${lineColumns}, a.xid::text as xid, c.position as chain_ends
    from activities a left join activity_chains c on c.workspace_id = a.workspace_id
    where a.xid >= least(${from}::text::bigint, ${unseen}::text::bigint)
      and (a.xid >= ${from}::text::bigint and a.xid < ${ended}::text::bigint or a.xid >= ${unseen}::text::bigint)
      and ${after ? sql`(a.xid, a.id) > (${after.xid}::text::bigint, ${after.id}::uuid)` : sql`true`}
      and ${except.length > 0 ? sql`a.workspace_id <> all(${except}::uuid[])` : sql`true`}
      and ${withoutPlace}
      and exists (select from workspaces w where w.id = a.workspace_id)
      and (c.workspace_id is not null or not (
        exists (select from log_register_chains k where k.chain = a.workspace_id)
        or exists (select from log_register r where r.chain = a.workspace_id and r.event = 'begun')))
    order by a.xid, a.id limit ${sql.lit(most)}`.execute(db)
  return { lines, all: lines.length < most }
}

export async function lockChains(db: Db, workspaces: readonly string[]): Promise<GrowingChain[]> {
  const { rows } = await sql<GrowingChain>`
    select c.*, s.position as last_place, s.sealed_at as last_place_at
    from activity_chains c left join lateral (
      select position, sealed_at from activity_seals where workspace_id = c.workspace_id order by position desc limit 1
    ) s on true
    where c.workspace_id = any(${workspaces}::uuid[]) order by c.workspace_id for update of c`.execute(db)
  return rows
}

export const findChain = (db: Db, workspace: string): Promise<ChainRow | undefined> =>
  db.selectFrom('activity_chains').selectAll().where('workspace_id', '=', workspace).executeTakeFirst()

export interface Links {
  workspaces: string[]
  positions: number[]
  notBefore: string[]
  hashes: Buffer[]
  lines: PlacelessLine[]
}

export async function insertChainLinks(db: Db, of: Links): Promise<void> {
  const each = (name: (typeof lineFields)[number]) => of.lines.map(line => line[name])
  await sql`insert into activity_links (workspace_id, position, activity_id, not_before, hash, who, action)
    select w, p, i, 'epoch'::timestamptz + n * interval '1 microsecond', h, who_of(o, m), a
    from unnest(${of.workspaces}::uuid[], ${of.positions}::bigint[], ${each('id')}::uuid[], ${of.notBefore}::bigint[],
      ${of.hashes}::bytea[], ${each('actor_id')}::uuid[], ${each('actor_name')}::text[], ${each('action')}::text[])
      as l(w, p, i, n, h, o, m, a)`.execute(db)
}

export interface LogName {
  workspace: string
  month: number
  thing: string
  name: string
}

export async function insertNames(db: Db, names: readonly LogName[]): Promise<void> {
  await sql`insert into activity_names (workspace_id, month, thing, name)
    select distinct w, m, t, plain(n) from unnest(${names.map(one => one.workspace)}::uuid[], ${names.map(one => one.month)}::integer[],
      ${names.map(one => one.thing)}::text[], ${names.map(one => one.name)}::text[]) as named(w, m, t, n)
    on conflict do nothing`.execute(db)
}

export const deleteNames = (db: Db, workspace: string, before: number) =>
  db.deleteFrom('activity_names').where('workspace_id', '=', workspace).where('month', '<', before).execute()

export const keepChain = (db: Db, row: ChainRow) =>
  db
    .insertInto('activity_chains')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(row))
    .execute()

export const insertSeal = (db: Db, row: Insertable<Tables['activity_seals']>) =>
  db.insertInto('activity_seals').values(row).execute()

export const sealsOf = (db: Db, workspace: string, from: number, to: number): Promise<SealRow[]> =>
  db
    .selectFrom('activity_seals')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .execute()

export async function linksAfter(db: Db, workspace: string, position: number, most: number): Promise<LinkedLine[]> {
  const { rows } = await sql<LinkedLine>`
    select l.position, l.activity_id, (extract(epoch from l.not_before) * 1000000)::bigint::text as not_before, l.hash,
      ${lineColumns}
    from activity_links l left join activities a on a.workspace_id = l.workspace_id and a.id = l.activity_id
    where l.workspace_id = ${workspace} and l.position > ${position}
    order by l.position limit ${sql.lit(most)}`.execute(db)
  return rows
}

export async function firstWithoutPlace(db: Db, workspace: string, below: string): Promise<LogLine | undefined> {
  const { rows } = await sql<LogLine>`
    select ${lineColumns} from activities a
    where a.workspace_id = ${workspace} and a.xid < ${below}::text::bigint
      and ${withoutPlace}
    order by a.id limit 1`.execute(db)
  return rows[0]
}

export const maxPlacesPerStatement = 5000

/** Deletes the oldest positions up to one, with their seals, in batches. */
export async function deleteChainLinks(db: Db, workspace: string, upTo: number): Promise<void> {
  await sql`delete from activity_links where workspace_id = ${workspace} and position <= ${upTo} and position < (
      select min(position) from activity_links where workspace_id = ${workspace}) + ${sql.lit(maxPlacesPerStatement)}`.execute(
    db,
  )
  await db.deleteFrom('activity_seals').where('workspace_id', '=', workspace).where('position', '<=', upTo).execute()
}

export const limitedLogs = (db: Db) =>
  db
    .selectFrom('workspace_settings')
    .select(['workspace_id', 'activity_days'])
    .where('activity_days', 'is not', null)
    .$narrowType<{ activity_days: number }>()
    .execute()

export function workspacesWithLog(db: Db, slug: string | undefined) {
  const all = db.selectFrom('workspaces').select(['id', 'slug', 'created_at', 'demo']).orderBy('slug')
  return (slug === undefined ? all : all.where('slug', '=', slug)).execute()
}

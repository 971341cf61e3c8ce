import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type PageRow = Selectable<Tables['self_service_pages']>

export interface FoundRow extends Pick<
  PageRow,
  'workspace_id' | 'id' | 'address' | 'name' | 'active' | 'settings' | 'automatic_secret' | 'version'
> {
  workspace_name: string
  workspace_status: number
  time_zone: string
  icon: string | null
}

/** The page at an address in any workspace; needs no workspace context. */
export async function findPage(db: Db, address: string): Promise<FoundRow | undefined> {
  const { rows } = await run<FoundRow>(db, 'select * from self_service_page($1)', [address])
  return rows[0]
}

/** Increments a counter in one of several random shards, to avoid lock contention. */
export const addToCount = (
  db: Db,
  values: readonly [workspace: string, page: string, at: Date, timeZone: string, stage: string, action: number],
) =>
  run(
    db,
    `insert into self_service_counts as c (workspace_id, page_id, day, stage, action, part, count)
      values ($1, $2, ($3::timestamptz at time zone $4)::date, $5, $6, floor(random() * 32)::smallint, 1)
      on conflict (workspace_id, page_id, day, stage, action, part) do update set count = c.count + 1`,
    [...values],
  )

const all = (db: Db) => db.selectFrom('self_service_pages').selectAll()

export const ownPages = (db: Db): Promise<PageRow[]> =>
  all(db)
    .orderBy(sql`lower(name)`)
    .orderBy('address')
    .execute()

/** Is an address reserved for another workspace whose page had it within the last year? */
export async function isReserved(db: Db, address: string): Promise<boolean> {
  const text = "select address_reserved('card-page', $1, current_workspace()) as reserved"
  const { rows } = await run<{ reserved: boolean }>(db, text, [address])
  return rows[0]?.reserved === true
}

export const ownPage = (db: Db, address: string): Promise<PageRow | undefined> =>
  all(db).where('address', '=', address).executeTakeFirst()

/** Locks a page until the transaction ends. */
export const lockPage = (db: Db, address: string): Promise<PageRow | undefined> =>
  all(db).where('address', '=', address).forUpdate().executeTakeFirst()

/** Number of pages; serializes concurrent inserts. */
export async function countPages(db: Db, workspace: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`self-service-pages ${workspace}`}, 0))`.execute(db)
  return (await db.selectFrom('self_service_pages').select('id').execute()).length
}

export const insertPage = (db: Db, row: Insertable<Tables['self_service_pages']>): Promise<PageRow> =>
  db.insertInto('self_service_pages').values(row).returningAll().executeTakeFirstOrThrow()

export const changePage = (db: Db, id: string, to: Updateable<Tables['self_service_pages']>): Promise<PageRow> =>
  db.updateTable('self_service_pages').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deletePage = (db: Db, address: string): Promise<PageRow | undefined> =>
  db.deleteFrom('self_service_pages').where('address', '=', address).returningAll().executeTakeFirst()

export type CardPageVersionRow = Selectable<Tables['self_service_page_versions']>
const versionsKept = 50

export async function keepVersion(db: Db, row: PageRow): Promise<void> {
  const { workspace_id, version, name, changed_at, changed_by } = row
  const settings = JSON.stringify(row.settings)
  await db
    .insertInto('self_service_page_versions')
    .values({ workspace_id, page_id: row.id, version, name, settings, changed_at, changed_by })
    .execute()
  await db
    .deleteFrom('self_service_page_versions')
    .where('page_id', '=', row.id)
    .where('version', '<=', version - versionsKept)
    .execute()
}

export const versionsOf = (db: Db, page: string): Promise<CardPageVersionRow[]> =>
  db
    .selectFrom('self_service_page_versions')
    .selectAll()
    .where('page_id', '=', page)
    .orderBy('version', 'desc')
    .execute()

export const versionOf = (db: Db, page: string, version: number): Promise<CardPageVersionRow | undefined> =>
  db
    .selectFrom('self_service_page_versions')
    .selectAll()
    .where('page_id', '=', page)
    .where('version', '=', version)
    .executeTakeFirst()

const today = (now: Date) =>
  sql`(${now}::timestamptz at time zone (select time_zone from workspaces where id = current_workspace()))::date`

export async function monthCounts(db: Db, now: Date) {
  const { rows } = await sql<{ page_id: string; stage: string; count: number }>`
    select page_id, stage, sum(count)::integer as count from self_service_counts
    where self_service_counts.workspace_id = current_workspace() and day >= date_trunc('month', ${today(now)})::date group by page_id, stage`.execute(
    db,
  )
  return rows
}

export async function countsByDay(db: Db, page: string, now: Date, days: number) {
  const { rows } = await sql<{ day: string; stage: string; action: number; count: number }>`
    select day, stage, action, sum(count)::integer as count from self_service_counts
    where self_service_counts.workspace_id = current_workspace() and page_id = ${page} and day > ${today(now)} - ${days}::integer
    group by day, stage, action order by day desc, stage, action`.execute(db)
  return rows
}

/** Users who can't get the page's code because they have neither an email nor a number with these dialing codes. */
export async function countUnreachable(db: Db, prefixes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where users.workspace_id = current_workspace() and deleted_at is null and suspended_at is null and deactivated_at is null and email is null
      and (phone_number is null or phone_country is null or not phone_country = any(${prefixes}::text[]))`.execute(db)
  return rows[0]?.count ?? 0
}

export async function iconBytes(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('workspace_icons').select('bytes').executeTakeFirst()
  return row?.bytes ?? null
}

/** The active user with this user ID or email; undefined if none or ambiguous. */
export async function findActive(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where users.workspace_id = current_workspace() and deleted_at is null and suspended_at is null and deactivated_at is null
      and (sort_user_id = lower(${name}) or email = lower(${name})) limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

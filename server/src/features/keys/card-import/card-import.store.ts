import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type CardImportRecord = Selectable<Tables['card_imports']>
export type CardRow = Selectable<Tables['card_import_rows']>

/** What a review, or a failed write, says about a row. */
export type CardFinding = Pick<CardRow, 'row' | 'result' | 'told' | 'named' | 'person_id' | 'key_id' | 'fills'>

export async function insertCardImport(db: Db, row: Insertable<Tables['card_imports']>): Promise<void> {
  await db.insertInto('card_imports').values(row).execute()
}

export const findCardImport = (db: Db, id: string): Promise<CardImportRecord | undefined> =>
  db.selectFrom('card_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends. */
export const lockCardImport = (db: Db, id: string): Promise<CardImportRecord | undefined> =>
  db.selectFrom('card_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateCardImport = (
  db: Db,
  id: string,
  to: Updateable<Tables['card_imports']>,
): Promise<CardImportRecord> =>
  db
    .updateTable('card_imports')
    .set({ ...to, touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteCardImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('card_imports').where('id', '=', id).execute()
}

/** What the columns of these names meant the last time, and how the cards were written. */
export const lastOfHeaders = (db: Db, headers: readonly string[]) =>
  db
    .selectFrom('card_imports')
    .select(['mapping', 'card_format'])
    .where('headers', '=', sql<string[]>`${headers}::text[]`)
    .where('state', '=', 'done')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

interface NewCardRow {
  row: number
  sealed: string
  broken: string | null
}

export async function insertCardRows(
  db: Db,
  workspace: string,
  id: string,
  rows: readonly NewCardRow[],
): Promise<void> {
  await sql`insert into card_import_rows (workspace_id, import_id, row, sealed, broken)
    select ${workspace}::uuid, ${id}::uuid, e.row, decode(e.sealed, 'hex'), e.broken
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, sealed text, broken text)`.execute(db)
}

/** The next rows after one, in order. */
export const cardRowsAfter = (db: Db, id: string, row: number, most: number): Promise<CardRow[]> =>
  db
    .selectFrom('card_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('row', '>', row)
    .orderBy('row')
    .limit(most)
    .execute()

/** The next rows whose users have a card by this import and were not told. */
export const rowsToTell = (db: Db, id: string, most: number): Promise<CardRow[]> =>
  db
    .selectFrom('card_import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('result', '=', 'success')
    .where('mailed', 'is', null)
    .orderBy('row')
    .limit(most)
    .execute()

/** Rows that nobody was told of before may be told of once more. */
export async function forgetUntold(db: Db, id: string): Promise<void> {
  await db
    .updateTable('card_import_rows')
    .set({ mailed: null })
    .where('import_id', '=', id)
    .where('mailed', '=', false)
    .execute()
}

export async function keepTold(db: Db, id: string, rows: readonly number[], mailed: boolean): Promise<void> {
  if (rows.length === 0) return
  await sql`update card_import_rows set mailed = ${mailed}
    where import_id = ${id}::uuid and row = any(${rows}::integer[])`.execute(db)
}

export async function keepCardFindings(db: Db, id: string, findings: readonly CardFinding[]): Promise<void> {
  if (findings.length === 0) return
  // The bounds keep the planner on the key, whatever it believes the table to be
  const rows = findings.map(finding => finding.row)
  await sql`
    update card_import_rows r
    set result = e.result, told = e.told, named = e.named, person_id = e.person_id, key_id = e.key_id,
      fills = e.fills
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      as e(row integer, result text, told text, named text, person_id uuid, key_id uuid, fills boolean)
    where r.import_id = ${id}::uuid and r.row = e.row
      and r.row between ${Math.min(...rows)}::integer and ${Math.max(...rows)}::integer`.execute(db)
}

export async function pageOfCardRows(
  db: Db,
  id: string,
  ask: { page: number; pageSize: number; result?: string | undefined; search?: string | undefined },
): Promise<{ rows: CardRow[]; total: number }> {
  const where = [sql`import_id = ${id}::uuid`]
  if (ask.result !== undefined) where.push(sql`result = ${ask.result}`)
  if (ask.search) where.push(sql`plain(named) like '%' || plain(${ask.search.replace(/[\\%_]/g, '\\$&')}) || '%'`)
  const all = sql.join(where, sql` and `)
  const { rows } = await sql<CardRow>`select * from card_import_rows
    where ${all} order by row limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::integer as n from card_import_rows where ${all}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

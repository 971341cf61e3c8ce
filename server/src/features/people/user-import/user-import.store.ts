import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'
import type { CsvRow } from '../../../ground/csv/records.ts'

export type ImportRecord = Selectable<Tables['user_imports']>

/** A row of the file and what was found out about it. */
export interface Staged {
  row: number
  cells: string[]
  broken: string | null
  outcome: string | null
  result: string | null
  told: string | null
  person_id: string | null
  fields: Record<string, unknown> | null
  undone: string | null
  stayed_for: string | null
}

/** A row as the file has it. */
export type ReadRow = Pick<Staged, 'row' | 'cells' | 'broken'>
/** A row as the review left it. */
export type FoundRow = Pick<Staged, 'row' | 'outcome' | 'person_id' | 'fields'>

/** What a review, or a failed write, says about a row. */
export type Finding = Pick<Staged, 'row' | 'outcome' | 'result' | 'told' | 'person_id'> & { fields: object | null }

export async function insertImport(db: Db, row: Insertable<Tables['user_imports']>): Promise<void> {
  await db.insertInto('user_imports').values(row).execute()
}

export const findImport = (db: Db, id: string): Promise<ImportRecord | undefined> =>
  db.selectFrom('user_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends. */
export const lockImport = (db: Db, id: string): Promise<ImportRecord | undefined> =>
  db.selectFrom('user_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateImport = (db: Db, id: string, to: Updateable<Tables['user_imports']>): Promise<ImportRecord> =>
  db
    .updateTable('user_imports')
    .set({ ...to, touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('user_imports').where('id', '=', id).execute()
}

export async function insertRows(db: Db, workspace: string, id: string, rows: readonly CsvRow[]): Promise<void> {
  await sql`insert into import_rows (workspace_id, import_id, row, cells, broken)
    select ${workspace}::uuid, ${id}::uuid, e.row, e.cells, e.broken
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, cells jsonb, broken text)`.execute(db)
}

// What the review reads, what the writing reads, and what the result tells
const parts = {
  read: ['row', 'cells', 'broken'],
  found: ['row', 'outcome', 'person_id', 'fields'],
  told: ['row', 'cells', 'outcome', 'result', 'told'],
} as const

/** The next rows after one, in order; of each only what the asker needs, for there are many. */
export async function rowsAfter<P extends keyof typeof parts>(
  db: Db,
  id: string,
  row: number,
  most: number,
  part: P,
): Promise<Pick<Staged, (typeof parts)[P][number]>[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(parts[part])
    .where('import_id', '=', id)
    .where('row', '>', row)
    .orderBy('row')
    .limit(most)
    .execute()
  return rows as unknown as Staged[]
}

export async function keepFindings(db: Db, id: string, findings: readonly Finding[]): Promise<void> {
  // The bounds keep the planner on the key, whatever it believes the table to be
  const rows = findings.map(finding => finding.row)
  await sql`
    update import_rows r set outcome = e.outcome, result = e.result, told = e.told, person_id = e.person_id, fields = e.fields
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as e(row integer, outcome text, result text, told text, person_id uuid, fields jsonb)
    where r.import_id = ${id}::uuid and r.row = e.row
      and r.row between ${Math.min(...rows)}::integer and ${Math.max(...rows)}::integer`.execute(db)
}

/** Keeps what users were before rows of the import changed them, so that it can be taken back. */
export async function keepFormer(db: Db, id: string, former: readonly { row: number; was: object }[]): Promise<void> {
  const rows = former.map(one => one.row)
  await sql`
    update import_rows r set was = e.was
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as e(row integer, was jsonb)
    where r.import_id = ${id}::uuid and r.row = e.row
      and r.row between ${Math.min(...rows)}::integer and ${Math.max(...rows)}::integer`.execute(db)
}

export interface RowsAsked {
  page: number
  pageSize: number
  outcome?: string | undefined
  search?: string | undefined
}

export async function pageOfRows(db: Db, id: string, ask: RowsAsked): Promise<{ rows: Staged[]; total: number }> {
  const where = [sql`import_id = ${id}::uuid`]
  if (ask.outcome !== undefined) where.push(sql`outcome = ${ask.outcome}`)
  if (ask.search) where.push(sql`plain(cells::text) like '%' || plain(${ask.search.replace(/[\\%_]/g, '\\$&')}) || '%'`)
  const all = sql.join(where, sql` and `)
  const { rows } =
    await sql<Staged>`select row, cells, broken, outcome, result, told, person_id, fields, undone, stayed_for from import_rows
    where ${all} order by row limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*) as n from import_rows where ${all}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export async function rememberedFields(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('import_mappings').select(['header', 'field']).limit(5000).execute()
  return new Map(rows.map(row => [row.header, row.field]))
}

export async function remember(
  db: Db,
  workspace: string,
  pairs: readonly { header: string; field: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await db
    .insertInto('import_mappings')
    .values(pairs.map(pair => ({ workspace_id: workspace, ...pair })))
    .onConflict(conflict =>
      conflict.columns(['workspace_id', 'header']).doUpdateSet(eb => ({ field: eb.ref('excluded.field') })),
    )
    .execute()
}

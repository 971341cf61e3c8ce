import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

type Record = Selectable<Tables['works']>

export interface FileFacts {
  encoding: string
  delimiter: string
  headers: string[]
  mapping: string[]
}

export type Work<P = unknown> = Omit<Record, 'parameters' | 'counts' | 'file'> & {
  parameters: P
  counts: { [outcome: string]: number }
  file: FileFacts | null
}

export interface WorkRow {
  row: number
  subject: string | null
  outcome: string | null
  named: string | null
  facts: unknown
  was: unknown
  actedAt: Date | null
  /** File cells: always during review, later only if they are secret. */
  cells?: string[]
  broken?: string | null
}

/** Omitted fields stay unchanged. */
export interface WorkRowResult {
  row: number
  outcome?: string
  reason?: string | null
  told?: string | null
  named?: string | null
  subject?: string | null
  facts?: object | null
  was?: object | null
  actedAt?: Date | null
}

export const findWork = async (db: Db, workspace: string, id: string): Promise<Work | undefined> =>
  (await db
    .selectFrom('works')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()) as Work | undefined

/** Locks a work until the transaction ends, so that two processes can't handle the same rows. */
export const lockWork = async (db: Db, workspace: string, id: string): Promise<Work | undefined> =>
  (await db
    .selectFrom('works')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Work | undefined

export const findWorksAfter = async (db: Db, { workspace_id, id }: Work): Promise<Work[]> =>
  (await db
    .selectFrom('works')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('follows', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()) as unknown as Work[]

export const findWorks = async (db: Db, ids: readonly string[]): Promise<Work[]> =>
  ids.length === 0
    ? []
    : ((await db.selectFrom('works').selectAll().where('id', 'in', ids).execute()) as unknown as Work[])

type NewWork = Omit<Insertable<Tables['works']>, 'parameters' | 'counts' | 'file'> & {
  parameters?: unknown
  file?: FileFacts
}

export const insertWork = async (db: Db, { parameters = {}, file, ...work }: NewWork): Promise<Work> =>
  (await db
    .insertInto('works')
    .values({ ...work, parameters: JSON.stringify(parameters), counts: '{}', file: file ? JSON.stringify(file) : null })
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Work

type Change = Omit<Updateable<Tables['works']>, 'parameters' | 'counts' | 'file'> &
  Partial<Pick<Work, 'parameters' | 'counts' | 'file'>>

export const updateWork = async (
  db: Db,
  { workspace_id, id }: Pick<Work, 'workspace_id' | 'id'>,
  { parameters, counts, file, ...to }: Change,
): Promise<Work> =>
  (await db
    .updateTable('works')
    .set({
      ...to,
      ...(parameters !== undefined && { parameters: JSON.stringify(parameters) }),
      ...(counts !== undefined && { counts: JSON.stringify(counts) }),
      ...(file && { file: JSON.stringify(file) }),
      failures: 0,
      touched_at: sql<Date>`now()`,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Work

export const countWorkFailure = async (
  db: Db,
  { workspace_id, id }: Pick<Work, 'workspace_id' | 'id'>,
): Promise<void> =>
  void (await db
    .updateTable('works')
    .set({ failures: sql`failures + 1`, touched_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute())

export async function deleteWork(db: Db, workspace: string, id: string): Promise<void> {
  await db.deleteFrom('works').where('workspace_id', '=', workspace).where('id', '=', id).execute()
}

export async function insertRows(db: Db, { workspace_id, id }: Work, rows: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into work_rows (workspace_id, work_id, row, subject)
    select ${workspace_id}::uuid, ${id}::uuid, list.row, list.subject from (${rows}) as list(row, subject)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const numberRows = (list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select row_number() over (), id from (${list}) as list(id)`

export const rowsDone = (work: Work, did: readonly string[]): RawBuilder<unknown> =>
  sql`select r.row, r.subject from work_rows r
    where ${rowsOf(work)} and r.row <= ${work.last_row}::integer and r.outcome = any(${did}::text[])`

export const rowsRefused = (work: Work): RawBuilder<unknown> =>
  sql`select row_number() over (order by r.row), r.subject from work_rows r
    where ${rowsOf(work)} and r.outcome = 'refused'`

/**
 * A slice lost in a crash is repeated, so only the last commit waits for the disk, which also flushes the
 * earlier ones.
 */
export const commitAsynchronously = (db: Db) => sql`set local synchronous_commit = off`.execute(db)

interface FileRow {
  row: number
  cells: readonly string[] | null
  sealed: string | null
  broken: string | null
}

export async function insertFileRows(db: Db, workspace: string, id: string, rows: readonly FileRow[]): Promise<void> {
  await sql`insert into work_rows (workspace_id, work_id, row, cells, sealed, broken)
    select ${workspace}::uuid, ${id}::uuid, e.row, e.cells, decode(e.sealed, 'hex'), e.broken
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, cells jsonb, sealed text, broken text)`.execute(
    db,
  )
}

export const rowsOf = ({ workspace_id, id }: Pick<Work, 'workspace_id' | 'id'>): RawBuilder<unknown> =>
  sql`r.workspace_id = ${workspace_id}::uuid and r.work_id = ${id}::uuid`

const parts = {
  file: sql`r.row, r.cells, r.sealed, r.broken`,
  found: sql`r.row, r.subject, r.outcome, r.named, r.facts`,
  secret: sql`r.row, r.subject, r.outcome, r.named, r.facts, r.sealed`,
  told: sql`r.row, r.cells, r.sealed, r.outcome, r.reason, r.told`,
}

export type StoredRow = WorkRow & { sealed?: Buffer | null; reason: string | null; told: string | null }

export async function rowsAfter(
  db: Db,
  work: Work,
  after: number,
  most: number,
  part: keyof typeof parts,
  waiting = false,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${parts[part]} from work_rows r
    where ${rowsOf(work)} and r.row > ${after}::integer ${waiting ? sql`and r.outcome is null` : sql``}
    order by r.row limit ${most}::integer`.execute(db)
  return rows
}

/**
 * The row of another work with the same number. A subquery per row: without statistics, the planner would
 * execute a join by scanning the other work for each row.
 */
export const sameRow = (of: string | null): RawBuilder<unknown> => sql`(
  select * from work_rows o where o.workspace_id = r.workspace_id and o.work_id = ${of}::uuid and o.row = r.row offset 0)`

export async function findRowsToUndo(db: Db, work: Work, most: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select r.row, r.subject, e.outcome, e.named, e.facts, e.was, e.acted_at as "actedAt"
    from work_rows r, lateral ${sameRow(work.undoes)} e
    where ${rowsOf(work)} and r.row > ${work.last_row}::integer and r.outcome is null
    order by r.row limit ${most}::integer`.execute(db)
  return rows
}

export async function keepResults(db: Db, work: Work, results: readonly WorkRowResult[], anew: boolean): Promise<void> {
  if (results.length === 0) return
  // The bounds make the planner use the key, whatever its statistics say
  const rows = results.map(result => result.row)
  await sql`
    update work_rows r set outcome = coalesce(e.outcome, r.outcome), told = coalesce(e.told, r.told),
      reason = ${anew ? sql`e.reason` : sql`coalesce(e.reason, r.reason)`}, named = coalesce(e.named, r.named),
      subject = coalesce(e.subject, r.subject), facts = coalesce(e.facts, r.facts), was = coalesce(e.was, r.was),
      acted_at = coalesce(e."actedAt", r.acted_at)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as e(row integer, outcome text, reason text, told text,
      named text, subject uuid, facts jsonb, was jsonb, "actedAt" timestamptz)
    where ${rowsOf(work)} and r.row = e.row
      and r.row between ${Math.min(...rows)}::integer and ${Math.max(...rows)}::integer`.execute(db)
}

export async function failRows(
  db: Db,
  work: Work,
  due: readonly string[] | null,
  as: { outcome: string | null; reason: string; told: string | null },
): Promise<Map<string | null, number>> {
  const waits = sql`${rowsOf(work)} and r.row > ${work.last_row}::integer
    and ${due === null ? sql`r.outcome is null` : sql`r.outcome = any(${due}::text[])`}`
  const { rows } = await sql<{ outcome: string | null; count: number }>`
    select outcome, count(*)::integer as count from work_rows r where ${waits} group by outcome`.execute(db)
  await sql`update work_rows r set outcome = ${as.outcome}::text, reason = ${as.reason}, told = coalesce(${as.told}::text, r.told)
    where ${waits}`.execute(db)
  return new Map(rows.map(one => [one.outcome, one.count]))
}

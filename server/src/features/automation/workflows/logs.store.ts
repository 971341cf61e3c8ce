import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import { rowsOf, type Work } from '../../work/works/works.ts'

export interface LoggedRow {
  row: number
  id: string
  person: string | null
  detail: string | null
  outcome: string | null
  reason: string | null
}

const outcomes = { done: 'done', skipped: 'skipped', failed: 'refused' } as const
export type Result = keyof typeof outcomes

async function rows(db: Db, work: Work, rest: RawBuilder<unknown>): Promise<LoggedRow[]> {
  const found = await sql<LoggedRow>`
    select r.row, r.subject as id, coalesce(r.named, u.first_name || ' ' || u.last_name) as person,
      coalesce(r.facts ->> 'detail', k.name, d.name) as detail, r.outcome, r.reason
    from work_rows r
      left join security_keys k on k.workspace_id = current_workspace() and k.id = r.subject
      left join devices d on d.workspace_id = current_workspace() and d.id = r.subject
      left join users u on u.workspace_id = current_workspace() and u.id = coalesce(k.user_id, r.subject)
    where ${rowsOf(work)} ${rest}`.execute(db)
  return found.rows
}

const only = (result: Result | undefined) => (result === undefined ? sql`` : sql`and r.outcome = ${outcomes[result]}`)

/** A page of the rows of a run, those that failed first. */
export const rowsOfRun = (
  db: Db,
  work: Work,
  ask: { result?: Result | undefined; page: number; pageSize: number },
): Promise<LoggedRow[]> =>
  rows(
    db,
    work,
    sql`${only(ask.result)} order by array_position(array['refused', 'done', 'skipped'], r.outcome) nulls last, r.row
      limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`,
  )

/** The next thousand rows after one. */
export const rowsAfter = (db: Db, work: Work, after: number): Promise<LoggedRow[]> =>
  rows(db, work, sql`and r.row > ${after}::integer order by r.row limit 1000`)

/** How many rows a page is of. */
export async function countRowsOfRun(db: Db, work: Work, result: Result | undefined): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from work_rows r where ${rowsOf(work)} ${only(result)}`.execute(db)
  return counted[0]?.n ?? 0
}

/** The rows that failed, to be tried again. */
export const failedRows = (work: Work): RawBuilder<unknown> =>
  sql`select row_number() over (order by r.row), r.subject from work_rows r where ${rowsOf(work)} and r.outcome = 'refused'`

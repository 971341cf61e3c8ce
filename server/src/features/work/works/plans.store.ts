import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Work } from './works.store.ts'

export interface PlannedRow {
  row: number
  subject: string | null
  named: string | null
  facts: object
}

export async function insertPlanned(
  db: Db,
  { workspace_id, id }: Pick<Work, 'workspace_id' | 'id'>,
  rows: readonly PlannedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into work_rows (workspace_id, work_id, row, subject, named, facts)
    select ${workspace_id}::uuid, ${id}::uuid, e.row, e.subject, e.named, e.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, subject uuid, named text, facts jsonb)`.execute(
    db,
  )
}

export async function copyRefused(db: Db, from: Work, to: Work): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into work_rows (workspace_id, work_id, row, subject, named, facts)
    select r.workspace_id, ${to.id}::uuid, row_number() over (order by r.row), r.subject, r.named, r.facts
    from work_rows r where r.workspace_id = ${from.workspace_id}::uuid and r.work_id = ${from.id}::uuid and r.outcome = 'refused'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

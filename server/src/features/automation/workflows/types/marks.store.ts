import { sql } from 'kysely'
import type { Db } from '../../../../ground/db/db.ts'

/** Keeps what a workflow did to some; one that was reminded before is counted on. */
export async function mark(
  db: Db,
  of: { workflow: string; step: 'told' | 'suspended' | 'reminded'; now: Date },
  subjects: readonly string[],
): Promise<void> {
  await sql`
    insert into workflow_marks (workspace_id, workflow_id, subject, step, at)
      select current_workspace(), ${of.workflow}::uuid, id, ${of.step}, ${of.now}::timestamptz from unnest(${subjects}::uuid[]) e(id)
    on conflict (workspace_id, workflow_id, subject) do update
      set step = excluded.step, at = excluded.at, times = workflow_marks.times + 1`.execute(db)
}

/** Forgets what a workflow did to these. */
export async function unmark(db: Db, workflow: string, subjects: readonly string[]): Promise<void> {
  await sql`delete from workflow_marks where workspace_id = current_workspace() and workflow_id = ${workflow}::uuid
    and subject = any(${subjects}::uuid[])`.execute(db)
}

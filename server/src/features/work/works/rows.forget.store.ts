import { type Db, run } from '#platform/db/db.ts'

/** Puts null in place of each text that is the secret of the subject of a row. */
export async function forgetInRows(db: Db, secrets: readonly { subject: string; value: string }[]): Promise<void> {
  await run(
    db,
    `update work_rows r set
       cells = replace(r.cells::text, s.text, 'null')::jsonb,
       facts = replace(r.facts::text, s.text, 'null')::jsonb,
       was = replace(r.was::text, s.text, 'null')::jsonb
     from (select subject, to_json(value)::text as text from jsonb_to_recordset($1::jsonb) as e(subject uuid, value text)) s
     where r.workspace_id = current_workspace() and r.subject = s.subject
       and (strpos(r.cells::text, s.text) > 0 or strpos(r.facts::text, s.text) > 0 or strpos(r.was::text, s.text) > 0)`,
    [JSON.stringify(secrets)],
  )
}

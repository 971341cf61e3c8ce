import { type Db, run } from '../../../../ground/db/db.ts'
import type { Asked } from './asked.ts'

export interface RequestRow {
  id: string
  application_id: string
  content: Asked
  created_at: Date
  answered: boolean
}

/** Keeps a request until it is answered; undefined where this application has sent it before. */
export async function insertRequest(
  db: Db,
  row: Omit<RequestRow, 'answered'> & { request_hash: Buffer; ends_at: Date },
): Promise<boolean> {
  const { changed } = await run(
    db,
    `insert into saml_requests (workspace_id, id, application_id, request_hash, content, created_at, ends_at)
     values (current_workspace(), $1::uuid, $2::uuid, $3, $4::jsonb, $5, $6) on conflict do nothing`,
    [row.id, row.application_id, row.request_hash, JSON.stringify(row.content), row.created_at, row.ends_at],
  )
  return changed > 0
}

/** A request that still waits for its answer. */
export async function findRequest(db: Db, id: string, now: Date): Promise<RequestRow | undefined> {
  const { rows } = await run<RequestRow>(
    db,
    `select id, application_id, content, created_at, answered from saml_requests
     where workspace_id = current_workspace() and id = $1::uuid and ends_at > $2 and not answered`,
    [id, now],
  )
  return rows[0]
}

/** Marks a request as answered; false where somebody else was faster. */
export async function spendRequest(db: Db, id: string): Promise<boolean> {
  const { changed } = await run(
    db,
    'update saml_requests set answered = true where workspace_id = current_workspace() and id = $1::uuid and not answered',
    [id],
  )
  return changed > 0
}

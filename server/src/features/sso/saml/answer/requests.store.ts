import { type Db, run } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import type { SamlRequest } from './saml-request.ts'

export interface SamlRequestRow {
  id: string
  application_id: string
  content: SamlRequest
  created_at: Date
}

/** Stores a request; undefined if it is a replay. */
export async function insertRequest(
  db: Db,
  row: SamlRequestRow & { request_hash: Buffer; ends_at: Date },
): Promise<boolean> {
  const { changed } = await run(
    db,
    `insert into saml_requests (workspace_id, id, application_id, request_hash, content, created_at, ends_at)
     values (current_workspace(), $1::uuid, $2::uuid, $3, $4::jsonb, $5, $6) on conflict do nothing`,
    [row.id, row.application_id, row.request_hash, JSON.stringify(row.content), row.created_at, row.ends_at],
  )
  return changed > 0
}

const spent = `update saml_requests set answered = true
  where workspace_id = current_workspace() and id = $1::uuid and not answered and exists (select from stands) returning id`
const taken = `insert into saml_requests (workspace_id, id, application_id, request_hash, content, created_at, ends_at, answered)
  select current_workspace(), $1::uuid, $2::uuid, $3, '{}', $4::timestamptz, $5::timestamptz, true from stands
  on conflict do nothing returning id`
const none = 'select from stands'

export const spendRequestPart = (id: string): StatementPart => ({ text: spent, values: [id] })

export const insertRequestPart = (
  row: Omit<SamlRequestRow, 'content'> & { request_hash: Buffer; ends_at: Date },
): StatementPart => ({
  text: taken,
  values: [row.id, row.application_id, row.request_hash, row.created_at, row.ends_at],
})

export const noSpending: StatementPart = { text: none, values: [] }

/** Spends a request; false if another response was first. */
export async function spendRequest(db: Db, id: string): Promise<boolean> {
  const { changed } = await run(
    db,
    'update saml_requests set answered = true where workspace_id = current_workspace() and id = $1::uuid and not answered',
    [id],
  )
  return changed > 0
}

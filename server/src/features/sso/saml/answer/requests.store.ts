import { type Db, run } from '#platform/db/db.ts'
import { type StatementPart, statementOf } from '#platform/db/parts.ts'
import type { SamlRequest } from './saml-request.ts'

export interface SamlRequestRow {
  id: string
  application_id: string
  content: SamlRequest
  created_at: Date
}

const spent = `update saml_requests set answered = true
  where workspace_id = current_workspace() and id = $1::uuid and not answered and exists (select from stands) returning id`
const taken = `insert into saml_requests (workspace_id, id, application_id, request_hash, content, created_at, ends_at, answered)
  select current_workspace(), $1::uuid, $2::uuid, $3, $4::jsonb, $5::timestamptz, $6::timestamptz, $7::boolean from stands
  on conflict do nothing returning id`
const none = 'select from stands'

export const spendRequestPart = (id: string): StatementPart => ({ text: spent, values: [id] })

type NewRequest = SamlRequestRow & { request_hash: Buffer; ends_at: Date }

const takenPart = (row: Omit<NewRequest, 'content'> & { content: object }, isAnswered: boolean): StatementPart => ({
  text: taken,
  values: [
    row.id,
    row.application_id,
    row.request_hash,
    JSON.stringify(row.content),
    row.created_at,
    row.ends_at,
    isAnswered,
  ],
})

/** A request that is answered immediately, so its content is not stored. */
export const insertRequestPart = (row: Omit<NewRequest, 'content'>): StatementPart =>
  takenPart({ ...row, content: {} }, true)

export const noSpending: StatementPart = { text: none, values: [] }

// Without a session, which is checked when the request is answered
const anySession: StatementPart = { text: 'select', values: [] }

async function runAlone(db: Db, spends: StatementPart): Promise<boolean> {
  const { text, values } = statementOf({ stands: anySession, agreed: spends }, 'select 1 as agreed from agreed')
  return (await run(db, text, [...values])).rows.length > 0
}

/** Stores a request; false if it is a replay. */
export const insertRequest = (db: Db, row: NewRequest): Promise<boolean> => runAlone(db, takenPart(row, false))

/** Spends a request; false if another response was first. */
export const spendRequest = (db: Db, id: string): Promise<boolean> => runAlone(db, spendRequestPart(id))

import type pg from 'pg'
import { type Db, run } from '../../../../ground/db/db.ts'
import type { Told } from '../protocol/messages.ts'

/** A request and its answer as they are kept. */
export interface NewRecord {
  workspace_id: string
  id: string
  connection_id: string
  at: string
  method: string
  path: string
  status: number
  took: number
  about: string | null
  name: string
  request: string | null
  answer: string | null
  told: Told | { did: Told['did']; reason?: string | undefined }
  ip: string
}

/** Keeps requests of whatever workspaces by one statement; of a connection that was cut off meanwhile nothing is kept. */
export async function insertRecords(pool: pg.Pool, rows: readonly NewRecord[]): Promise<void> {
  await pool.query({
    name: 'scim-records',
    text: `insert into scim_records (workspace_id, id, connection_id, at, method, path, status, took, about, name, request, answer, told, ip)
      select n.workspace_id, n.id, n.connection_id, n.at, n.method, n.path, n.status, n.took, n.about, n.name, n.request, n.answer, n.told, n.ip
      from jsonb_to_recordset($1::jsonb) as n(workspace_id uuid, id uuid, connection_id uuid, at timestamptz, method text, path text,
        status smallint, took integer, about uuid, name text, request text, answer text, told jsonb, ip text)
      where exists (select from directory_connections c where c.workspace_id = n.workspace_id and c.id = n.connection_id)`,
    values: [JSON.stringify(rows)],
  })
}

export type RecordRow = Omit<NewRecord, 'at' | 'workspace_id'> & { at: Date }

const listed = 'id, connection_id, at, method, path, status, took, about, name, told, ip'

/** What requests of a connection are looked for. */
export interface RecordAsk {
  connection: string
  search: string
  only: 'all' | 'changes' | 'refused'
  before: string | null
  size: number
}

/** Requests of a connection, the newest first; one more than a page holds. */
export async function listRecords(db: Db, ask: RecordAsk): Promise<Omit<RecordRow, 'request' | 'answer'>[]> {
  const { rows } = await run<RecordRow>(
    db,
    `select ${listed} from scim_records
     where workspace_id = current_workspace() and connection_id = $1::uuid and ($2::uuid is null or id < $2::uuid)
       and ($3 = '' or position($3 in lower(name || ' ' || path)) > 0)
       and case $4 when 'changes' then method not in ('GET', 'HEAD') when 'refused' then status >= 400 else true end
     order by id desc limit $5`,
    [ask.connection, ask.before, ask.search.toLowerCase(), ask.only, ask.size + 1],
  )
  return rows
}

/** One request with all of it. */
export async function findRecord(db: Db, id: string): Promise<RecordRow | undefined> {
  const { rows } = await run<RecordRow>(
    db,
    `select ${listed}, request, answer from scim_records where workspace_id = current_workspace() and id = $1::uuid`,
    [id],
  )
  return rows[0]
}

import type pg from 'pg'
import { sql } from 'kysely'
import type { RequestRecord } from '#features/directories/scim-documents/scim-documents.ts'
import { type Db, run } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

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
  told: RequestRecord | { did: RequestRecord['did']; reason?: string | undefined }
  ip: string
}

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

const only = {
  all: [],
  changes: [sql`scim_records.method not in ('GET', 'HEAD')`],
  refused: [sql`scim_records.status >= 400`],
}

export const recordList = (
  connection: string,
  which: keyof typeof only,
  item: (row: Omit<RecordRow, 'request' | 'answer'>) => unknown,
): ListQuery<never> => ({
  from: sql`scim_records`,
  select: sql.raw(listed),
  here: sql`scim_records.workspace_id = current_workspace()`,
  where: [sql`scim_records.connection_id = ${connection}::uuid`, ...only[which]],
  search: { in: [sql`scim_records.name || ' ' || scim_records.method || ' ' || scim_records.path`] },
  sorts: { at: { by: sql`scim_records.at`, type: 'timestamptz' } },
  id: sql`scim_records.id`,
  defaultSort: 'at',
  item,
})

export async function rolledBack<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await run(db, 'savepoint rehearsal', [])
  try {
    return await work()
  } finally {
    await run(db, 'rollback to savepoint rehearsal', [])
  }
}

export async function findRecord(db: Db, id: string): Promise<RecordRow | undefined> {
  const { rows } = await run<RecordRow>(
    db,
    `select ${listed}, request, answer from scim_records where workspace_id = current_workspace() and id = $1::uuid`,
    [id],
  )
  return rows[0]
}

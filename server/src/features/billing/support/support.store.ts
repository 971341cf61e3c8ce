import { supportStates } from '@claviger/contract/billing/support'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type SupportRow = Selectable<Tables['support_requests']>
export type SupportListRow = SupportRow & { workspace_name: string }

export const insertSupportRequest = (db: Db, row: Insertable<Tables['support_requests']>): Promise<SupportRow> =>
  db.insertInto('support_requests').values(row).returningAll().executeTakeFirstOrThrow()

/** Number of requests that the operator hasn't finished; locks out parallel requests of the workspace. */
export async function countOpen(db: Db): Promise<number> {
  await run(db, "select pg_advisory_xact_lock(hashtextextended('support ' || current_workspace(), 0))", [])
  const { rows } = await run<{ count: number }>(
    db,
    `select count(*)::integer as count from support_requests
     where workspace_id = current_workspace() and state = any($1::smallint[])`,
    [[supportStates.open, supportStates.inProgress]],
  )
  return rows[0]?.count ?? 0
}

export async function requestsOf(db: Db, sender: string): Promise<SupportRow[]> {
  const { rows } = await run<SupportRow>(
    db,
    `select * from support_requests where workspace_id = current_workspace() and sender_id = $1::uuid
     order by created_at desc, id desc limit 100`,
    [sender],
  )
  return rows
}

export async function lockRequest(db: Db, id: string): Promise<SupportListRow | undefined> {
  const { rows } = await run<SupportListRow>(
    db,
    `select r.*, w.name as workspace_name from support_requests r join workspaces w on w.id = r.workspace_id
     where r.id = $1::uuid for update of r`,
    [id],
  )
  return rows[0]
}

export async function updateRequest(
  db: Db,
  { id, state, answer, at }: { id: string; state: number; answer: string | null; at: Date },
): Promise<void> {
  await run(
    db,
    `update support_requests set state = $2, answer = coalesce($3, answer), changed_at = $4
     where workspace_id = current_workspace() and id = $1::uuid`,
    [id, state, answer, at],
  )
}

export const requestList = (
  state: number | undefined,
  kind: number | undefined,
): Omit<ListQuery<SupportListRow>, 'item'> => ({
  from: sql`support_requests r join workspaces w on w.id = r.workspace_id`,
  select: sql`r.*, w.name as workspace_name`,
  where: [
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(kind === undefined ? [] : [sql`r.kind = ${kind}`]),
  ],
  search: { in: [sql`w.name`, sql`r.sender_name`, sql`'SR-' || r.number`] },
  sorts: { created: { by: sql`r.created_at`, type: 'timestamptz' } },
  id: sql`r.id`,
  defaultSort: 'created',
})

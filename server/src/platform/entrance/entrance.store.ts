import { type Db, run } from '../db/db.ts'

/** The status of the transaction's workspace; undefined where there is none. */
export async function workspaceStatusOf(db: Db): Promise<number | undefined> {
  const { rows } = await run<{ status: number }>(db, 'select status from workspaces where id = current_workspace()', [])
  return rows[0]?.status
}

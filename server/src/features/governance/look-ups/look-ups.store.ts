import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface FoundUserRow {
  id: string
  workspace_id: string
  workspace_name: string
  user_id: string
  name: string
  email: string | null
  status: number
  keys: number
  created_at: Date
}

const columns = sql`u.id, u.workspace_id, w.name as workspace_name, u.user_id, u.first_name || ' ' || u.last_name as name, u.email,
  u.status, u.active_keys as keys, u.created_at`
const most = sql.lit(50)

/** Users of all workspaces by an exact email or user ID; by index, however many workspaces there are. */
export async function findUsers(
  db: Db,
  by: { email: string } | { userId: string },
  workspace: string | undefined,
): Promise<FoundUserRow[]> {
  const term = 'email' in by ? sql`u.email = ${by.email}` : sql`u.sort_user_id = lower(${by.userId})`
  const here = workspace === undefined ? sql`true` : sql`u.workspace_id = ${workspace}::uuid`
  const { rows } = await sql<FoundUserRow>`
    select ${columns} from users u join workspaces w on w.id = u.workspace_id
    where ${term} and ${here} and u.deleted_at is null order by w.name, u.id limit ${most}`.execute(db)
  return rows
}

export async function findUserOf(db: Db, workspace: string, id: string): Promise<FoundUserRow | undefined> {
  const { rows } = await sql<FoundUserRow>`
    select ${columns} from users u join workspaces w on w.id = u.workspace_id
    where u.workspace_id = ${workspace}::uuid and u.id = ${id}::uuid and u.deleted_at is null`.execute(db)
  return rows[0]
}

export const findKeyOf = (db: Db, workspace: string, id: string) =>
  db
    .selectFrom('security_keys')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()

export const nameOfWorkspace = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('workspaces').select('name').where('id', '=', id).executeTakeFirst())?.name

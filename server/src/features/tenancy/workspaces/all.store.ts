import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface WorkspaceListRow {
  id: string
  name: string
  slug: string
  type: number
  status: number
  installation: boolean
  users: number
  owner: string | null
  created_at: Date
}

const columns = sql`w.id, w.name, w.slug, w.type, w.status, w.installation, w.created_at,
  (select count(*) from users u where u.workspace_id = w.id and u.deleted_at is null) as users,
  (select u.email from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.workspace_id = w.id and a.role = ${sql.lit(workspaceRoles.owner)} and u.deleted_at is null order by a.created_at, u.id limit 1) as owner`

export const allWorkspaces: Omit<ListQuery<WorkspaceListRow>, 'item'> = {
  from: sql`workspaces w`,
  select: columns,
  where: [],
  search: { in: [sql`w.name || ' ' || w.slug`] },
  sorts: { name: { by: sql`lower(w.name)`, type: 'text' }, created: { by: sql`w.created_at`, type: 'timestamptz' } },
  id: sql`w.id`,
  defaultSort: 'name',
}

export async function findListedWorkspaces(db: Db, id: string): Promise<WorkspaceListRow | undefined> {
  const { rows } = await sql<WorkspaceListRow>`select ${columns} from workspaces w where w.id = ${id}`.execute(db)
  return rows[0]
}

export async function countListedWorkspaces(db: Db) {
  const { rows } = await sql<{ type: number; status: number; n: number }>`
    select type, status, count(*) as n from workspaces group by type, status order by type, status`.execute(db)
  const users = await sql<{ n: number }>`select count(*) as n from users where deleted_at is null`.execute(db)
  return { rows, users: users.rows[0]?.n ?? 0 }
}

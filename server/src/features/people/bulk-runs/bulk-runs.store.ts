import { sql } from 'kysely'

export const userRows = {
  beside: sql`left join users u on u.workspace_id = r.workspace_id and u.id = r.subject`,
  id: sql<string>`r.subject`,
  name: sql<string | null>`u.first_name || ' ' || u.last_name`,
  detail: sql<string | null>`u.user_id`,
  order: sql`u.sort_name`,
}

import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'

/** Owners of personal workspaces with an address at a domain. */
export const fromPersonal = sql`users u join workspaces w on w.id = u.workspace_id and w.type = 2`

export const atDomain = (domain: string) =>
  sql`u.deleted_at is null and right(u.email, ${domain.length + 1}) = ${`@${domain}`}`

/** One of them, by id. */
export async function findPersonal(db: Db, id: string, domain: string) {
  const { rows } = await sql<{ first_name: string; last_name: string; email: string }>`
    select u.first_name, u.last_name, u.email from ${fromPersonal} where u.id = ${id} and ${atDomain(domain)}`.execute(
    db,
  )
  return rows[0]
}

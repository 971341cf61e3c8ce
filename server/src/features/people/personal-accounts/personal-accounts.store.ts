import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface PersonalIdentity {
  first_name: string
  last_name: string
  email: string
}

const fromPersonal = sql`users u join workspaces w on w.id = u.workspace_id and w.type = ${sql.lit(workspaceTypes.individual)}`

const atDomain = (domain: string) =>
  sql`u.deleted_at is null and right(u.email, ${domain.length + 1}) = ${`@${domain}`}`

/** The owner with an address, if its domain is verified by the transaction's workspace. */
export async function findOwnPersonal(db: Db, email: string): Promise<PersonalIdentity | undefined> {
  const { rows } = await sql<PersonalIdentity>`select * from find_own_personal_account(${email})`.execute(db)
  return rows[0]
}

export async function findPersonal(db: Db, id: string, domain: string) {
  const { rows } = await sql<PersonalIdentity>`
    select u.first_name, u.last_name, u.email from ${fromPersonal} where u.id = ${id} and ${atDomain(domain)}`.execute(
    db,
  )
  return rows[0]
}

export interface ListedPerson extends PersonalIdentity {
  id: string
  joined: boolean
}

export const personalPage = (domain: string, workspace: string): Omit<ListQuery<ListedPerson>, 'item'> => ({
  from: fromPersonal,
  select: sql`u.id, u.first_name, u.last_name, u.email, exists (
    select from users t where t.workspace_id = ${workspace}::uuid and t.email = u.email and t.deleted_at is null
  ) as joined`,
  where: [atDomain(domain)],
  search: { plain: [sql`u.search`] },
  sorts: { name: { by: sql`u.sort_name`, type: 'text' } },
  id: sql`u.id`,
  defaultSort: 'name',
})

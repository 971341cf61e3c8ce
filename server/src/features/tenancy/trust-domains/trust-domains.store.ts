import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type DomainRow = Selectable<Tables['trust_domains']>

export const domainsOf = (db: Db, workspace: string): Promise<DomainRow[]> =>
  db.selectFrom('trust_domains').selectAll().where('workspace_id', '=', workspace).orderBy('domain').execute()

export const findDomain = (db: Db, id: string): Promise<DomainRow | undefined> =>
  db.selectFrom('trust_domains').selectAll().where('id', '=', id).executeTakeFirst()

export const lockDomain = (db: Db, id: string): Promise<DomainRow | undefined> =>
  db.selectFrom('trust_domains').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertDomain = (db: Db, row: Insertable<Tables['trust_domains']>): Promise<DomainRow> =>
  db.insertInto('trust_domains').values(row).returningAll().executeTakeFirstOrThrow()

export const updateDomain = (db: Db, id: string, to: Updateable<Tables['trust_domains']>): Promise<DomainRow> =>
  db.updateTable('trust_domains').set(to).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteDomain = (db: Db, workspace: string, id: string): Promise<DomainRow | undefined> =>
  db
    .deleteFrom('trust_domains')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/**
 * Whether another workspace has verified this domain. Row-level security hides its row, so a database function
 * checks.
 */
export async function isTakenElsewhere(db: Db, domain: string, workspace: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select trust_domain_taken(${domain}, ${workspace}::uuid) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

export const ownDomainsPart: StatementPart = { text: 'select proven_domains() as domains', values: [] }

/** Verified domains of the workspace; a database function reads them, because unit administrators can't. */
export async function provenDomains(db: Db): Promise<string[]> {
  return (await run<{ domains: string[] }>(db, ownDomainsPart.text, [])).rows[0]?.domains ?? []
}

export async function findWorkspaceOfDomain(db: Db, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select workspace_of_domain(${domain}) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

export const domainsToCheck = (db: Db): Promise<{ workspace_id: string; id: string }[]> =>
  db
    .selectFrom('trust_domains')
    .select(['workspace_id', 'id'])
    .where('decided', '=', false)
    .where('status', 'in', [trustStatus.verifying, trustStatus.verified])
    .orderBy('id')
    .execute()

export const workspaceExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('workspaces').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const domainList = (
  status: number | undefined,
): Omit<ListQuery<DomainRow & { workspace_name: string }>, 'item'> => ({
  from: sql`trust_domains d join workspaces w on w.id = d.workspace_id`,
  select: sql`d.*, w.name as workspace_name`,
  where: status === undefined ? [] : [sql`d.status = ${status}`],
  search: { in: [sql`d.domain`, sql`w.name`] },
  sorts: {
    domain: { by: sql`d.domain`, type: 'text' },
    created: { by: sql`d.created_at`, type: 'timestamptz' },
  },
  id: sql`d.id`,
  defaultSort: 'domain',
})

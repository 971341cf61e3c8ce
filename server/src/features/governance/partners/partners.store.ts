import { licenseStatus } from '@claviger/contract/governance/partners'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface PartnerRow {
  id: string
  name: string
  slug: string
  status: number
  owner: string | null
  workspaces: number
  users: number
  keys: number
  active: number
  requested: number
  assigned: number
  created_at: Date
}

const sizeOf = (status: number) =>
  sql`(select coalesce(sum(l.size), 0) from partner_licenses l where l.workspace_id = w.id and l.status = ${sql.lit(status)}
    and (l.expires_on is null or l.expires_on >= current_date))`
const assignedTo = sql`(select coalesce(sum(t.licenses), 0) from workspaces c join partner_terms t on t.workspace_id = c.id where c.partner_id = w.id)`

export const partnerList: Omit<ListQuery<PartnerRow>, 'item'> = {
  from: sql`workspaces w`,
  select: sql`w.id, w.name, w.slug, w.status, w.created_at,
    (select u.email from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
      where a.workspace_id = w.id and a.role = ${sql.lit(workspaceRoles.owner)} and u.deleted_at is null order by a.created_at, u.id limit 1) as owner,
    (select count(*) from workspaces c where c.partner_id = w.id) as workspaces,
    (select coalesce(sum(c.user_count), 0) from workspaces c where c.partner_id = w.id) as users,
    (select coalesce(sum(c.key_count), 0) from workspaces c where c.partner_id = w.id) as keys,
    ${sizeOf(licenseStatus.active)} as active, ${sizeOf(licenseStatus.requested)} as requested, ${assignedTo} as assigned`,
  where: [sql`w.type = ${sql.lit(workspaceTypes.partner)}`],
  search: { in: [sql`w.name || ' ' || w.slug`] },
  sorts: { name: { by: sql`lower(w.name)`, type: 'text' }, created: { by: sql`w.created_at`, type: 'timestamptz' } },
  id: sql`w.id`,
  defaultSort: 'name',
}

/** The licenses of a partner: active, requested, and assigned to customers. Locks the partner until the transaction ends. */
export async function lockPool(db: Db, partner: string) {
  await sql`select from workspaces where id = ${partner}::uuid for no key update`.execute(db)
  const { rows } = await sql<{ active: number; requested: number; assigned: number }>`
    select ${sizeOf(licenseStatus.active)} as active, ${sizeOf(licenseStatus.requested)} as requested, ${assignedTo} as assigned
    from workspaces w where w.id = ${partner}::uuid`.execute(db)
  return rows[0] ?? { active: 0, requested: 0, assigned: 0 }
}

export interface LicenseRow {
  id: string
  workspace_id: string
  partner_name: string
  size: number
  status: number
  note: string
  reason: string
  requested_by: string
  requested_at: Date
  decided_by: string | null
  decided_at: Date | null
  expires_on: string | null
}

const licenseColumns = sql`l.id, l.workspace_id, w.name as partner_name, l.size, l.status, l.note, l.reason, l.requested_by,
  l.requested_at, l.decided_by, l.decided_at, l.expires_on::text as expires_on`
const licenses = sql`partner_licenses l join workspaces w on w.id = l.workspace_id`

export const licenseList = (of: {
  partner?: string | undefined
  status?: number | undefined
}): Omit<ListQuery<LicenseRow>, 'item'> => ({
  from: licenses,
  select: licenseColumns,
  where: [
    ...(of.partner === undefined ? [] : [sql`l.workspace_id = ${of.partner}::uuid`]),
    ...(of.status === undefined ? [] : [sql`l.status = ${of.status}::smallint`]),
  ],
  sorts: { requested: { by: sql`l.requested_at`, type: 'timestamptz' } },
  id: sql`l.id`,
  defaultSort: 'requested',
})

export async function findLicense(db: Db, id: string): Promise<LicenseRow | undefined> {
  const { rows } = await sql<LicenseRow>`select ${licenseColumns} from ${licenses} where l.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function insertLicense(db: Db, row: Insertable<Tables['partner_licenses']>): Promise<void> {
  await db.insertInto('partner_licenses').values(row).execute()
}

export async function updateLicense(db: Db, id: string, to: Updateable<Tables['partner_licenses']>): Promise<void> {
  await db.updateTable('partner_licenses').set(to).where('id', '=', id).execute()
}

export async function deleteLicense(db: Db, id: string): Promise<void> {
  await db.deleteFrom('partner_licenses').where('id', '=', id).execute()
}

export const waitingRequests = async (db: Db, partner: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from partner_licenses where workspace_id = ${partner}::uuid and status = ${sql.lit(licenseStatus.requested)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export async function putTerms(
  db: Db,
  row: Insertable<Tables['partner_terms']> & { workspace_id: string },
): Promise<void> {
  const { workspace_id: _, ...to } = row
  await db
    .insertInto('partner_terms')
    .values(row)
    .onConflict(on => on.column('workspace_id').doUpdateSet(to))
    .execute()
}

export const findPartner = (db: Db, id: string): Promise<{ id: string; slug: string } | undefined> =>
  db
    .selectFrom('workspaces')
    .select(['id', 'slug'])
    .where('id', '=', id)
    .where('type', '=', workspaceTypes.partner)
    .executeTakeFirst()

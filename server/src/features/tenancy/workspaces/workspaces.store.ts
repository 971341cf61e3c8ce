import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import { digestOf, type Picture } from './workspaces.image.ts'

export async function insertWorkspace(db: Db, row: Insertable<Tables['workspaces']>): Promise<void> {
  await db.insertInto('workspaces').values(row).execute()
}

export async function putIcon(db: Db, workspace: string, icon: Picture): Promise<void> {
  const row = { media_type: icon.mediaType, bytes: icon.bytes, digest: digestOf(icon) }
  await db
    .insertInto('workspace_icons')
    .values({ workspace_id: workspace, ...row })
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

export const iconOf = (db: Db, workspace: string) =>
  db
    .selectFrom('workspace_icons')
    .select(['media_type', 'bytes', 'digest'])
    .where('workspace_id', '=', workspace)
    .executeTakeFirst()

export async function markOnboarded(db: Db, workspace: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('workspaces')
    .set({ onboarded_at: now })
    .where('id', '=', workspace)
    .where('onboarded_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

interface FaceRow {
  id: string
  name: string
  slug: string
  status: number
  type: number
  icon_digest: string | null
}

/** Public information about a workspace, found by ID or short address in any workspace. */
export async function findPublicWorkspace(db: Db, address: string): Promise<FaceRow | undefined> {
  const { rows } = await sql<FaceRow>`select * from workspace_face(${address})`.execute(db)
  return rows[0]
}

/** Is an address reserved for another workspace that had it within the last year? `by` is null for one that does not exist yet. */
export async function isSlugReserved(db: Db, address: string, by: string | null): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select address_reserved('workspace', ${address}, ${by}::uuid) as reserved`.execute(db)
  return rows[0]?.reserved === true
}

/** The partner of a workspace, as shown to the customer. */
export interface PartnerBrand {
  id: string
  name: string
  digest: string | null
  color: string | null
  supportEmail: string | null
}

const own = (db: Db) =>
  db
    .selectFrom('workspaces')
    .leftJoin('workspace_icons', 'workspace_icons.workspace_id', 'workspaces.id')
    .select([
      'id',
      'name',
      'slug',
      'type',
      'status',
      'installation',
      'country',
      'province',
      'city',
      'address',
      'postal_code',
      'time_zone',
      'language',
      'created_at',
      'digest',
    ])
    .select(sql<PartnerBrand | null>`partner_brand(workspaces.partner_id)`.as('partner'))

export const workspaceNamePart = (id: string): StatementPart => ({
  text: 'select name from workspaces where id = $1::uuid',
  values: [id],
})

export type OwnRow = Awaited<ReturnType<typeof findOwn>>

export const findOwn = (db: Db, id: string) => own(db).where('id', '=', id).executeTakeFirstOrThrow()

export const lockWorkspace = (db: Db, id: string): Promise<OwnRow> =>
  own(db).where('id', '=', id).forUpdate('workspaces').executeTakeFirstOrThrow()

export async function writeWorkspace(db: Db, id: string, to: Updateable<Tables['workspaces']>): Promise<void> {
  await db.updateTable('workspaces').set(to).where('id', '=', id).execute()
}

export async function deleteIcon(db: Db, workspace: string): Promise<void> {
  await db.deleteFrom('workspace_icons').where('workspace_id', '=', workspace).execute()
}

/** The workspace of the super administrators; undefined until the first is created. */
export const findInstallation = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('workspaces').select('id').where('installation', '=', true).executeTakeFirst())?.id

/** Deletes a workspace with everything except its log; other tables cascade. */
export async function deleteWorkspace(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workspaces').where('id', '=', id).execute()
}

export async function sealedKeyOf(db: Db, workspace: string): Promise<Buffer> {
  const row = await db
    .selectFrom('workspaces')
    .select('sealed_key')
    .where('id', '=', workspace)
    .executeTakeFirstOrThrow()
  return row.sealed_key
}

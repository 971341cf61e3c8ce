import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'
import { digestOf, type Picture } from './image.ts'

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

/** True for the first time. */
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

/** What strangers may know of a workspace, found by id or short address in any workspace. */
export async function findFace(db: Db, address: string): Promise<FaceRow | undefined> {
  const { rows } = await sql<FaceRow>`select * from workspace_face(${address})`.execute(db)
  return rows[0]
}

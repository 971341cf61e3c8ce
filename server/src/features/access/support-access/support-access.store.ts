import { supportStates } from '@claviger/contract/access/support-access'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type SupportAccessRow = Selectable<Tables['support_accesses']>

const most = 20

export const listAccesses = (db: Db, workspace: string): Promise<SupportAccessRow[]> =>
  db
    .selectFrom('support_accesses')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export async function insertAccess(db: Db, row: Insertable<Tables['support_accesses']>): Promise<SupportAccessRow> {
  return db.insertInto('support_accesses').values(row).returningAll().executeTakeFirstOrThrow()
}

export const lockAccess = (db: Db, workspace: string, id: string): Promise<SupportAccessRow | undefined> =>
  db
    .selectFrom('support_accesses')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function updateAccess(
  db: Db,
  { workspace_id, id }: Pick<SupportAccessRow, 'workspace_id' | 'id'>,
  to: Updateable<Tables['support_accesses']>,
): Promise<SupportAccessRow> {
  return db
    .updateTable('support_accesses')
    .set(to)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The newest access request that no owner has decided. */
export const newestWaiting = (db: Db, workspace: string, now: Date): Promise<SupportAccessRow | undefined> =>
  db
    .selectFrom('support_accesses')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('state', '=', supportStates.waiting)
    .where('emergency', '=', false)
    .where('answers_until', '>', now)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const newestOpen = (db: Db, workspace: string, now: Date): Promise<SupportAccessRow | undefined> =>
  db
    .selectFrom('support_accesses')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('state', '=', supportStates.allowed)
    .where('ends_at', '>', now)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

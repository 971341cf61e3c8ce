import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type DeletionRow = Selectable<Tables['workspace_deletions']>

export const findDeletion = (db: Db, workspace: string): Promise<DeletionRow | undefined> =>
  db.selectFrom('workspace_deletions').selectAll().where('workspace_id', '=', workspace).executeTakeFirst()

/** Undefined if a concurrent call inserted it first. */
export const insertDeletion = (
  db: Db,
  row: Insertable<Tables['workspace_deletions']>,
): Promise<DeletionRow | undefined> =>
  db
    .insertInto('workspace_deletions')
    .values(row)
    .onConflict(on => on.doNothing())
    .returningAll()
    .executeTakeFirst()

export const deleteDeletion = (db: Db, workspace: string): Promise<DeletionRow | undefined> =>
  db.deleteFrom('workspace_deletions').where('workspace_id', '=', workspace).returningAll().executeTakeFirst()

/** Workspaces whose grace period has ended, in the entire installation. */
export const dueWorkspaces = async (db: Db, now: Date): Promise<string[]> =>
  (await db.selectFrom('workspace_deletions').select('workspace_id').where('ends_at', '<=', now).execute()).map(
    row => row.workspace_id,
  )

/** Locks it until the transaction ends, so that a cancellation can't overlap with the deletion. */
export const lockDue = (db: Db, workspace: string, now: Date): Promise<DeletionRow | undefined> =>
  db
    .selectFrom('workspace_deletions')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()

export async function beginEnding(db: Db, workspace: string, now: Date): Promise<void> {
  await db.updateTable('workspace_deletions').set({ begun_at: now }).where('workspace_id', '=', workspace).execute()
}

export async function noteDeleted(db: Db, workspace: string, rows: number): Promise<void> {
  await db
    .updateTable('workspace_deletions')
    .set(row => ({ deleted: row('deleted', '+', rows) }))
    .where('workspace_id', '=', workspace)
    .execute()
}

/** For what is left after the slices; usually little. */
export const extendStatementTimeout = (db: Db) => sql`set local statement_timeout = '1h'`.execute(db)

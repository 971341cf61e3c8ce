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
export const lockDue = async (db: Db, workspace: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('workspace_deletions')
    .select('workspace_id')
    .where('workspace_id', '=', workspace)
    .where('ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** A workspace is deleted in one transaction, which for 100,000 users exceeds the usual statement timeout. */
export const allowAnHour = (db: Db) => sql`set local statement_timeout = '1h'`.execute(db)

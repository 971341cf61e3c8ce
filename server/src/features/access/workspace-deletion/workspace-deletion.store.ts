import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type DeletionRow = Selectable<Tables['workspace_deletions']>

export const findDeletion = (db: Db, workspace: string): Promise<DeletionRow | undefined> =>
  db.selectFrom('workspace_deletions').selectAll().where('workspace_id', '=', workspace).executeTakeFirst()

/** Undefined when somebody was faster. */
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

/** Workspaces whose time is over, of the whole installation. */
export const dueWorkspaces = async (db: Db, now: Date): Promise<string[]> =>
  (await db.selectFrom('workspace_deletions').select('workspace_id').where('ends_at', '<=', now).execute()).map(
    row => row.workspace_id,
  )

/** Held until the transaction ends, so that nobody keeps a workspace that is just going. */
export const lockDue = async (db: Db, workspace: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('workspace_deletions')
    .select('workspace_id')
    .where('workspace_id', '=', workspace)
    .where('ends_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** All of a workspace goes at once or not at all, and a hundred thousand people take longer than a statement otherwise may. */
export const allowAnHour = (db: Db) => sql`set local statement_timeout = '1h'`.execute(db)

import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type AppRow = Selectable<Tables['reader_apps']>

export async function insertApp(db: Db, row: Insertable<Tables['reader_apps']>): Promise<void> {
  await db.insertInto('reader_apps').values(row).execute()
}

export async function ensureApp(db: Db, row: Insertable<Tables['reader_apps']>): Promise<void> {
  await db
    .insertInto('reader_apps')
    .values(row)
    .onConflict(on => on.doNothing())
    .execute()
}

export const findApp = (db: Db, id: string, hash: Buffer): Promise<AppRow | undefined> =>
  db.selectFrom('reader_apps').selectAll().where('id', '=', id).where('hash', '=', hash).executeTakeFirst()

export async function anyFingerApp(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('reader_apps').select('id').where('finger_key', 'is not', null).limit(1).execute()
  return rows.length > 0
}

/** Deletes a program; undefined if it doesn't exist. The sign-in page's own program can't be deleted. */
export const deleteApp = (db: Db, id: string): Promise<AppRow | undefined> =>
  db
    .deleteFrom('reader_apps')
    .where('id', '=', id)
    .whereRef('id', '<>', 'workspace_id')
    .returningAll()
    .executeTakeFirst()

export const deleteApps = (db: Db, ids: readonly string[]): Promise<AppRow[]> =>
  db.deleteFrom('reader_apps').where('id', 'in', ids).whereRef('id', '<>', 'workspace_id').returningAll().execute()

const use = `update reader_apps set last_used_at = $2, platform = $3, client = $4, version = $5 where reader_apps.workspace_id = current_workspace() and id = $1`

export async function writeAccessKeyUse(
  db: Db,
  id: string,
  now: Date,
  program: { platform: string; client: string; version: string },
): Promise<void> {
  await run(db, use, [id, now, program.platform, program.client, program.version])
}

export const appList: Omit<ListQuery<AppRow>, 'item'> = {
  from: sql`reader_apps`,
  here: sql`reader_apps.workspace_id = current_workspace()`,
  select: sql`reader_apps.*`,
  where: [sql`reader_apps.id <> reader_apps.workspace_id`],
  search: { in: [sql`reader_apps.name || ' ' || reader_apps.computer_id`] },
  sorts: {
    name: { by: sql`lower(reader_apps.name)`, type: 'text' },
    created: { by: sql`reader_apps.created_at`, type: 'timestamptz' },
    used: { by: sql`coalesce(reader_apps.last_used_at, '-infinity')`, type: 'timestamptz' },
  },
  id: sql`reader_apps.id`,
  defaultSort: 'name',
}

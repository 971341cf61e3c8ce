import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type PassRow = Selectable<Tables['proxy_passes']>

/** Keeps that somebody may be brought to a host. */
export async function insertPass(db: Db, row: Insertable<Tables['proxy_passes']>): Promise<void> {
  await db.insertInto('proxy_passes').values(row).execute()
}

/** Spends the code of a pass, once, in the browser that asked for it; undefined where it gives nothing. */
export async function takePass(
  db: Db,
  pass: { id: string; application: string; host: string; browser: Uint8Array },
  now: Date,
): Promise<PassRow | undefined> {
  return db
    .updateTable('proxy_passes')
    .set({ taken_at: now })
    .where('id', '=', pass.id)
    .where('application_id', '=', pass.application)
    .where('host', '=', pass.host)
    .where('browser', '=', Buffer.from(pass.browser))
    .where('taken_at', 'is', null)
    .where('code_until', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** A pass whose code was spent and that has not ended. */
export const findPass = (
  db: Db,
  pass: { id: string; application: string; host: string },
  now: Date,
): Promise<PassRow | undefined> =>
  db
    .selectFrom('proxy_passes')
    .selectAll()
    .where('id', '=', pass.id)
    .where('application_id', '=', pass.application)
    .where('host', '=', pass.host)
    .where('taken_at', 'is not', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()

/** Ends a pass. */
export async function deletePass(db: Db, id: string): Promise<void> {
  await sql`delete from proxy_passes where workspace_id = current_workspace() and id = ${id}::uuid`.execute(db)
}

import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { reviewedColumns, type ReviewedSignIn } from '../browser-sessions/browser-sessions.facts.ts'

export type PassRow = Selectable<Tables['proxy_passes']>

export async function insertPass(db: Db, row: Insertable<Tables['proxy_passes']>): Promise<void> {
  await db.insertInto('proxy_passes').values(row).execute()
}

/** Spends a pass's code, once, in the browser that requested it; undefined if invalid. */
export async function consumePass(
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

export async function deletePass(db: Db, id: string): Promise<void> {
  await sql`delete from proxy_passes where workspace_id = current_workspace() and id = ${id}::uuid`.execute(db)
}

interface PassUse extends ReviewedSignIn {
  id: string
  user_id: string
  application_id: string
}

/** The next passes by ID, of one user or of all, with the policy facts of their sign-ins. */
export async function nextPasses(
  db: Db,
  { user, after, most }: { user: string | null; after: string; most: number },
): Promise<PassUse[]> {
  const { rows } = await run<PassUse>(
    db,
    `select p.id, p.user_id, p.application_id, ${reviewedColumns}
     from proxy_passes p
     join sessions s on s.workspace_id = current_workspace() and s.id = p.session_id
     left join security_keys k on k.workspace_id = current_workspace() and k.id = s.key_id
     left join credentials c on c.workspace_id = current_workspace() and c.id = s.credential_id
     where p.workspace_id = current_workspace() and s.ended_at is null and ($1::uuid is null or p.user_id = $1 or s.opened_by = $1) and p.id > $2::uuid
     order by p.id limit $3`,
    [user, after, most],
  )
  return rows
}

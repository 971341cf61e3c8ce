import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'

/** When the workspace's code was created and used; undefined if none, or if its creator is no longer an owner. */
export async function findCode(db: Db) {
  const { rows } = await run<{ made_at: Date; used_at: Date | null }>(
    db,
    `select c.made_at, c.used_at from break_glass_codes c
     join administrators a on a.workspace_id = current_workspace() and a.user_id = c.made_by and a.role = ${workspaceRoles.owner}
     join users u on u.workspace_id = current_workspace() and u.id = c.made_by
     where c.workspace_id = current_workspace()
       and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null`,
    [],
  )
  return rows[0]
}

export async function putCode(
  db: Db,
  row: { workspace_id: string; hash: Buffer; made_by: string; made_at: Date },
): Promise<void> {
  await db
    .insertInto('break_glass_codes')
    .values({ ...row, used_at: null })
    .onConflict(on => on.column('workspace_id').doUpdateSet({ ...row, used_at: null }))
    .execute()
}

/** Consumes the code; of concurrent calls, only one succeeds. */
export async function consumeBreakGlassCode(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { changed } = await run(
    db,
    `update break_glass_codes set used_at = $2::timestamptz
     where workspace_id = current_workspace() and hash = $1::bytea and used_at is null`,
    [hash, now],
  )
  return changed > 0
}

export interface BreakGlassHolder {
  workspace_id: string
  user_id: string
  user_name: string
  hash: Buffer | null
}

export async function holdersWith(db: Db, email: string): Promise<BreakGlassHolder[]> {
  const { rows } = await sql<BreakGlassHolder>`select * from break_glass_of(${email})`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { AppContext } from '#platform/app-context.ts'

export interface OidcKeyRow {
  id: string
  algorithm: 'ES256' | 'RS256'
  sealed: Buffer
  signs_from: Date
  signs_until: Date | null
}

const columns = ['id', 'algorithm', 'sealed', 'signs_from', 'signs_until'] as const

export const keysAt = (db: Db, since: Date): Promise<OidcKeyRow[]> =>
  db
    .selectFrom('oidc_keys')
    .select(columns)
    .where(eb => eb.or([eb('signs_until', 'is', null), eb('signs_until', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute() as Promise<OidcKeyRow[]>

export async function insertOidcKey(db: Db, workspace: string, key: OidcKeyRow, now: Date): Promise<boolean> {
  const { id, algorithm, sealed, signs_from } = key
  const made = await db
    .insertInto('oidc_keys')
    .values({ workspace_id: workspace, id, algorithm, sealed, signs_from, created_at: now })
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function endNewest(db: Db, algorithm: string, until: Date): Promise<void> {
  await db
    .updateTable('oidc_keys')
    .set({ signs_until: until })
    .where('algorithm', '=', algorithm)
    .where('signs_until', 'is', null)
    .execute()
}

export async function lockOidcKeys(db: Db, workspace: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`oidc keys ${workspace}`}, 0))`.execute(db)
}

export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oidc_keys').where('signs_until', '<', before).execute()
}

export async function workspacesWithOldKeys(world: AppContext, before: Date): Promise<string[]> {
  const { rows } = await world.superPool.query<{ workspace_id: string }>(
    'select distinct workspace_id from oidc_keys where signs_until is null and created_at < $1 limit 1000',
    [before],
  )
  return rows.map(row => row.workspace_id)
}

import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { planByTransaction, withoutPlace } from './log-chain.store.ts'

export type LinkingRow = Selectable<Tables['activity_linking']>

export const lockLinking = (db: Db, workspaces: readonly string[], waits: boolean): Promise<LinkingRow[]> => {
  const rows = db
    .selectFrom('activity_linking')
    .selectAll()
    .where('workspace_id', '=', sql<string>`any(${workspaces}::uuid[])`)
    .orderBy('workspace_id')
    .forUpdate()
  return (waits ? rows : rows.skipLocked()).execute()
}

export const findAllLinking = (db: Db): Promise<LinkingRow[]> =>
  db.selectFrom('activity_linking').selectAll().orderBy('workspace_id').forUpdate().execute()

export async function makeLinking(db: Db, workspaces: readonly string[], at: Date): Promise<LinkingRow[]> {
  if (workspaces.length === 0) return []
  const { rows } = await sql<LinkingRow>`
    insert into activity_linking (workspace_id, linked_below, begun_below, all_below, passed_at, seal)
    select id, '0', '0', '0', ${at}, '' from workspaces where id = any(${workspaces}::uuid[]) order by id
    on conflict (workspace_id) do nothing returning *`.execute(db)
  return rows
}

export const newestLinking = (db: Db): Promise<LinkingRow[]> =>
  db.selectFrom('activity_linking').selectAll().orderBy('all_below', 'desc').limit(20).execute()

export async function keepLinking(db: Db, rows: readonly LinkingRow[]): Promise<void> {
  const each = <K extends keyof LinkingRow>(name: K) => rows.map(row => row[name])
  await sql`update activity_linking l set linked_below = n.linked_below, begun_below = n.begun_below, all_below = n.all_below,
      passed_at = n.passed_at, mark = n.mark, mark_at = n.mark_at, seal = n.seal
    from unnest(${each('workspace_id')}::uuid[], ${each('linked_below')}::xid8[], ${each('begun_below')}::xid8[],
      ${each('all_below')}::xid8[], ${each('passed_at')}::timestamptz[], ${each('mark')}::xid8[],
      ${each('mark_at')}::timestamptz[], ${each('seal')}::bytea[])
      as n(workspace_id, linked_below, begun_below, all_below, passed_at, mark, mark_at, seal)
    where l.workspace_id = n.workspace_id`.execute(db)
}

/**
 * Whether a line of any log is unlinked or no process has checked since an instant. A read-only check that
 * costs nothing for idle logs.
 */
export async function isLinkingDue(db: Db, since: Date): Promise<boolean> {
  await planByTransaction(db)
  const { rows } = await sql<{ due: boolean }>`
    with newest as materialized (select all_below, mark_at from activity_linking order by all_below desc limit 1)
    select not exists (select from newest where mark_at >= ${since} and all_below <= pg_snapshot_xmax(pg_current_snapshot()))
      or exists (select from activities a where a.xid >= (select all_below::text::bigint from newest)
        and ${withoutPlace}) as due`.execute(db)
  return rows[0]?.due ?? true
}

/**
 * All transactions before `ended` have ended; none from `unseen` on has; all that began before this one are
 * before `own`.
 */
export interface LinkingHorizon {
  ended: string
  unseen: string
  own: string
}

export async function horizonOf(db: Db): Promise<LinkingHorizon> {
  const { rows } = await sql<LinkingHorizon>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as ended, pg_snapshot_xmax(pg_current_snapshot())::text as unseen,
      pg_current_xact_id()::text as own`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database answered no snapshot')
  return row
}

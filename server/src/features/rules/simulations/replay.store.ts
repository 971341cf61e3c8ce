import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ReplayRow = Selectable<Tables['policy_replays']>

export interface RecordedUse {
  id: string
  at: Date
  actor_id: string | null
  actor_name: string
  decision: Record<string, unknown> | null
}

export async function insertReplay(db: Db, row: Insertable<Tables['policy_replays']>): Promise<void> {
  await db.insertInto('policy_replays').values(row).execute()
}

export const findReplay = (db: Db, id: string): Promise<ReplayRow | undefined> =>
  db.selectFrom('policy_replays').selectAll().where('id', '=', id).executeTakeFirst()

/** Stops one replay, or all that a user started. */
export async function cancelReplays(db: Db, which: { id: string } | { madeBy: string | null }): Promise<void> {
  const running = db.updateTable('policy_replays').set({ state: 'cancelled' }).where('state', '=', 'running')
  if ('id' in which) await running.where('id', '=', which.id).execute()
  else if (which.madeBy !== null) await running.where('made_by', '=', which.madeBy).execute()
}

export async function countLines(db: Db, lowest: string, highest: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from activities where workspace_id = current_workspace()
      and id >= ${lowest}::uuid and id < ${highest}::uuid and decision is not null`.execute(db)
  return rows[0]?.n ?? 0
}

export const linesBefore = (db: Db, lowest: string, highest: string, most: number): Promise<RecordedUse[]> =>
  db
    .selectFrom('activities')
    .select(['id', 'at', 'actor_id', 'actor_name', 'decision'])
    .where('id', '>=', lowest)
    .where('id', '<', highest)
    .where('decision', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Stores a replay's results unless it was stopped or another process got as far; returns whether it did. */
export async function saveReplayResults(
  db: Db,
  { id, next }: Pick<ReplayRow, 'id' | 'next'>,
  to: Updateable<Tables['policy_replays']>,
  counts: readonly { about: string; name: string; events: number }[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('policy_replays')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('next', '=', next)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (counts.length > 0)
    await sql`insert into policy_replay_counts (workspace_id, replay_id, about, name, events)
      select current_workspace(), ${id}::uuid, about, name, events
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) found(about text, name text, events integer)
      on conflict (workspace_id, replay_id, about, name)
        do update set events = policy_replay_counts.events + excluded.events`.execute(db)
  return true
}

export const mostChanged = (db: Db, replay: string, about: 'person' | 'site', most: number) =>
  db
    .selectFrom('policy_replay_counts')
    .select(['name', 'events'])
    .where('replay_id', '=', replay)
    .where('about', '=', about)
    .orderBy('events', 'desc')
    .orderBy('name')
    .limit(most)
    .execute()

export const findZoneOfWorkspace = async (db: Db): Promise<string> =>
  (await db.selectFrom('workspaces').select('time_zone').executeTakeFirst())?.time_zone ?? 'UTC'

export async function contentsAt(db: Db, version: number): Promise<PolicyContent[]> {
  const { rows } = await sql<{ content: PolicyContent }>`
    select content from (
      select distinct on (policy_id) content from policy_versions
      where workspace_id = current_workspace() and set_version <= ${version}::bigint
      order by policy_id, version desc
    ) then_so where content is not null`.execute(db)
  return rows.map(({ content }) => content)
}

/** Running replays without progress for a while. */
export const stalledReplays = `select workspace_id as workspace, id, created_at as "createdAt" from policy_replays
  where state = 'running' and touched_at < now() - interval '20 seconds' order by touched_at limit 20`

export const failReplay = `update policy_replays set state = 'failed' where workspace_id = $1 and id = $2 and state = 'running'`

export const decisionOf = (db: Db, activity: string) =>
  db.selectFrom('activities').select(['at', 'decision']).where('id', '=', activity).executeTakeFirst()

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type StreamRow = Selectable<Tables['log_streams']>

export type StreamWithEnd = StreamRow & { end: number }

const withEnd = (db: Db) =>
  db
    .selectFrom('log_streams')
    .leftJoin('activity_chains', 'activity_chains.workspace_id', 'log_streams.workspace_id')
    .selectAll('log_streams')
    .select(sql<number>`coalesce(activity_chains.position, 0)`.as('end'))

export const streamsOf = (db: Db): Promise<StreamWithEnd[]> =>
  withEnd(db).orderBy('log_streams.created_at').orderBy('log_streams.id').execute()

export const findStream = (db: Db, id: string): Promise<StreamWithEnd | undefined> =>
  withEnd(db).where('log_streams.id', '=', id).executeTakeFirst()

export async function endOfChain(db: Db): Promise<number> {
  const row = await db.selectFrom('activity_chains').select('position').executeTakeFirst()
  return row?.position ?? 0
}

/** Locks the workspace's streams, so that two callers can't both take the last slot. */
export async function countStreams(db: Db, workspace: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`log-streams ${workspace}`}, 0))`.execute(db)
  return (await db.selectFrom('log_streams').select('id').execute()).length
}

export const insertStream = (db: Db, row: Insertable<Tables['log_streams']>): Promise<StreamRow> =>
  db.insertInto('log_streams').values(row).returningAll().executeTakeFirstOrThrow()

export const lockStream = (db: Db, id: string): Promise<StreamRow | undefined> =>
  db.selectFrom('log_streams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateStream = (db: Db, id: string, to: Updateable<Tables['log_streams']>) =>
  db.updateTable('log_streams').set(to).where('id', '=', id).execute()

export const deleteStream = (db: Db, id: string): Promise<StreamRow | undefined> =>
  db.deleteFrom('log_streams').where('id', '=', id).returningAll().executeTakeFirst()

/** How long a sender owns a stream without a sign of life; longer than one batch can take. */
const held = sql`now() + interval '45 seconds'`

/** Claims a due stream with unsent lines for one sender; undefined if there is none. */
export async function claimStream(db: Db, sender: string): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`
    update log_streams set taken_by = ${sender}::uuid, taken_until = ${held}
    where (workspace_id, id) = (
      select s.workspace_id, s.id from log_streams s join activity_chains c on c.workspace_id = s.workspace_id
      where not s.paused and c.position > s.position and (s.taken_until is null or s.taken_until < now())
        and (s.next_try_at is null or s.next_try_at <= now())
      order by s.next_try_at nulls first limit 1 for update of s skip locked
    ) returning *`.execute(db)
  return rows[0]
}

/** Records delivery up to a position; false if the sender no longer owns the stream. */
export async function noteDelivery(db: Db, row: StreamRow, sender: string, position: number, missed: number, at: Date) {
  const { rows } = await sql<{ paused: boolean }>`
    update log_streams set position = ${position}, missed = missed + ${missed}, delivered_at = ${at}, tries = 0,
      error = null, failing_since = null, next_try_at = null, taken_until = ${held}
    where workspace_id = ${row.workspace_id} and id = ${row.id} and taken_by = ${sender}::uuid
    returning paused`.execute(db)
  return rows[0]?.paused === false
}

/** Records a failure and schedules the retry: after 2, 4, 8 … seconds, at most five minutes. */
export const noteFailure = (db: Db, row: StreamRow, sender: string, error: string, at: Date) =>
  sql`update log_streams set error = ${error.slice(0, 300)}, failing_since = coalesce(failing_since, ${at}), tries = tries + 1,
      next_try_at = now() + least(300, power(2, least(tries + 1, 10))) * interval '1 second', taken_until = null
    where workspace_id = ${row.workspace_id} and id = ${row.id} and taken_by = ${sender}::uuid`.execute(db)

export const releaseStream = (db: Db, row: StreamRow, sender: string) =>
  sql`update log_streams set taken_until = null
    where workspace_id = ${row.workspace_id} and id = ${row.id} and taken_by = ${sender}::uuid`.execute(db)

export type PlacedLine = Awaited<ReturnType<typeof linesAfter>>[number]

/** Lines after a chain position, in order; `line` is missing if it was deleted. */
export const linesAfter = (db: Db, workspace: string, position: number, most: number) =>
  db
    .selectFrom('activity_links as l')
    .leftJoin('activities as a', join =>
      join.onRef('a.workspace_id', '=', 'l.workspace_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .where('l.workspace_id', '=', workspace)
    .where('l.position', '>', position)
    .orderBy('l.position')
    .limit(most)
    .select(['l.position', 'l.hash', 'a.id as line'])
    .select(['a.at', 'a.kind', 'a.action', 'a.status', 'a.reason', 'a.actor_id', 'a.actor_name', 'a.object_type'])
    .select([
      'a.object_id',
      'a.object_name',
      'a.before',
      'a.after',
      'a.ip',
      'a.user_agent',
      'a.request_id',
      'a.decision',
    ])
    .execute()

export async function slugOf(db: Db, workspace: string): Promise<string> {
  const row = await db.selectFrom('workspaces').select('slug').where('id', '=', workspace).executeTakeFirstOrThrow()
  return row.slug
}

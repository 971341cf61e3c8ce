import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export const findRetention = (db: Db): Promise<Selectable<Tables['attendance_settings']> | undefined> =>
  db.selectFrom('attendance_settings').selectAll().executeTakeFirst()

export async function saveRetention(db: Db, row: Insertable<Tables['attendance_settings']>): Promise<void> {
  const { workspace_id: _, ...to } = row
  await db
    .insertInto('attendance_settings')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(to))
    .execute()
}

export interface ExpiredSession {
  workspace_id: string
  id: string
  retention_action: string
}

/** Sessions of all workspaces whose retention period has ended; for the scheduled task. */
export async function expiredSessions(db: Db, now: Date, most: number): Promise<ExpiredSession[]> {
  const { rows } = await run<ExpiredSession>(
    db,
    `select s.workspace_id, s.id, r.retention_action from attendance_settings r
     join attendance_sessions s on s.workspace_id = r.workspace_id
     where r.retention_days is not null and s.closes_at < $1::timestamptz - make_interval(days => r.retention_days)
       and (r.retention_action = 'delete' or s.anonymized_at is null)
     order by s.closes_at limit $2`,
    [now, most],
  )
  return rows
}

/** Keeps counts, times, and signatures, and removes all names. */
export async function anonymizeSession(db: Db, session: string, now: Date): Promise<void> {
  await sql`delete from attendance_corrections where workspace_id = current_workspace() and session_id = ${session}::uuid`.execute(
    db,
  )
  await sql`delete from attendance_musters where workspace_id = current_workspace() and session_id = ${session}::uuid`.execute(
    db,
  )
  await sql`update attendance_seals set document = null
    where workspace_id = current_workspace() and session_id = ${session}::uuid`.execute(db)
  await run(
    db,
    `with numbered as materialized (
       select person_id, gen_random_uuid() as other, row_number() over (order by random()) as place
       from attendance_participants where workspace_id = current_workspace() and session_id = $1::uuid
     ), taps as (
       update attendance_taps t set person_id = n.other, key_id = null, by_name = null from numbered n
       where t.workspace_id = current_workspace() and t.session_id = $1::uuid and t.person_id = n.person_id
     )
     update attendance_participants p set person_id = n.other, name = 'Participant ' || n.place from numbered n
     where p.workspace_id = current_workspace() and p.session_id = $1::uuid and p.person_id = n.person_id`,
    [session],
  )
  await sql`update attendance_sessions set anonymized_at = ${now}::timestamptz, expected_users = '{}'
    where workspace_id = current_workspace() and id = ${session}::uuid`.execute(db)
}

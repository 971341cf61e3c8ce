import type { Insertable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export async function insertCorrection(db: Db, row: Insertable<Tables['attendance_corrections']>): Promise<void> {
  await db.insertInto('attendance_corrections').values(row).execute()
}

/** An entry for a user who has none yet. */
export async function addParticipant(db: Db, session: string, person: string): Promise<void> {
  await run(
    db,
    `insert into attendance_participants (workspace_id, session_id, person_id, name, expected)
     select u.workspace_id, $1::uuid, u.id, u.first_name || ' ' || u.last_name, false from users u
     where u.workspace_id = current_workspace() and u.id = $2::uuid and u.deleted_at is null on conflict do nothing`,
    [session, person],
  )
}

/** Stores the last correction; the recorded taps are kept next to it. */
export async function fixParticipant(
  db: Db,
  of: { session: string; person: string },
  to: { fixed: string; inAt: Date | null; outAt: Date | null },
  repeat: number,
): Promise<void> {
  await run(
    db,
    `update attendance_participants set fixed = $3, fixed_in_at = $4::timestamptz, fixed_out_at = $5::timestamptz,
       corrections = corrections + 1
     where workspace_id = current_workspace() and session_id = $1::uuid and person_id = $2::uuid`,
    [of.session, of.person, to.fixed, to.inAt, to.outAt],
  )
  await run(db, 'select judge_participants(array[$1::uuid], array[$2::uuid], make_interval(secs => $3))', [
    of.session,
    of.person,
    repeat,
  ])
}

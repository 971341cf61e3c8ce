import { type Insertable, type Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type MusterRow = Selectable<Tables['attendance_musters']>
export type MusterPersonRow = Omit<Selectable<Tables['attendance_muster_people']>, 'sort_name'>

export async function insertMuster(db: Db, row: Insertable<Tables['attendance_musters']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('attendance_musters')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return added === 1n
}

const unitOf = (person: string) => `left join lateral (
    select o.id, o.name from unit_members m
    join organization_units o on o.workspace_id = current_workspace() and o.id = m.unit_id
    where m.workspace_id = current_workspace() and m.user_id = ${person} order by o.name limit 1) o on true`

/** Lists the people who are present; called again, adds people who arrived since. */
export async function insertMusterEntries(db: Db, muster: MusterRow): Promise<void> {
  await run(
    db,
    `insert into attendance_muster_people (workspace_id, muster_id, person_id, name, unit_id, unit_name, in_at, extra)
     select p.workspace_id, $1::uuid, p.person_id, p.name, o.id, left(o.name, 100), p.in_at, false
     from attendance_participants p ${unitOf('p.person_id')}
     where p.workspace_id = current_workspace() and p.session_id = $2::uuid and p.status = 'present'
       and not exists (select from attendance_muster_people l
         where l.workspace_id = current_workspace() and l.muster_id = $1::uuid and l.person_id = p.person_id)
     order by p.person_id on conflict do nothing`,
    [muster.id, muster.session_id],
  )
}

export async function findMuster(db: Db, session: string, id: string, lock = false): Promise<MusterRow | undefined> {
  const { rows } = await run<MusterRow>(
    db,
    `select * from attendance_musters
     where workspace_id = current_workspace() and session_id = $1::uuid and id = $2::uuid ${lock ? 'for update' : ''}`,
    [session, id],
  )
  return rows[0]
}

/** The active muster of a session, or else the last one. */
export async function latestMuster(db: Db, session: string): Promise<MusterRow | undefined> {
  const { rows } = await run<MusterRow>(
    db,
    `select * from attendance_musters where workspace_id = current_workspace() and session_id = $1::uuid
     order by ended_at desc nulls first limit 1`,
    [session],
  )
  return rows[0]
}

export async function mustersOf(db: Db, session: string): Promise<MusterRow[]> {
  const { rows } = await run<MusterRow>(
    db,
    `select * from attendance_musters where workspace_id = current_workspace() and session_id = $1::uuid
     order by started_at desc limit 100`,
    [session],
  )
  return rows
}

export async function closeMuster(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('attendance_musters').set({ ended_at: now }).where('id', '=', id).execute()
}

export interface MusterCounts {
  listed: number
  safe: number
  open: number
  extra: number
}

export async function musterCounts(db: Db, id: string): Promise<MusterCounts & { marshals: string[] }> {
  const { rows } = await run<MusterCounts & { marshals: string[] }>(
    db,
    `select count(*) filter (where not extra)::integer as listed, count(*) filter (where safe)::integer as safe,
       count(*) filter (where not safe and not extra)::integer as open, count(*) filter (where extra)::integer as extra,
       (select coalesce(array_agg(distinct by_name order by by_name), '{}') from attendance_muster_marks
         where workspace_id = current_workspace() and muster_id = $1::uuid) as marshals
     from attendance_muster_people where workspace_id = current_workspace() and muster_id = $1::uuid`,
    [id],
  )
  return rows[0] ?? { listed: 0, safe: 0, open: 0, extra: 0, marshals: [] }
}

export async function musterPeople(db: Db, id: string, since: string | null): Promise<MusterPersonRow[]> {
  const { rows } = await run<MusterPersonRow>(
    db,
    `select workspace_id, muster_id, person_id, name, unit_id, unit_name, in_at, extra, safe, marked_at, marked_by, note, changed_in
     from attendance_muster_people where workspace_id = current_workspace() and muster_id = $1::uuid
       and ($2::bigint is null or changed_in >= $2::bigint)
     order by unit_name nulls last, sort_name, person_id`,
    [id, since],
  )
  return rows
}

export interface NewMark {
  id: string
  person: string | null
  safe: boolean
  note: string
  at: Date
}

/** Stores marks that are not known yet. Of each person the mark with the latest time decides. */
export async function addMarks(db: Db, muster: string, marks: readonly NewMark[], by: string): Promise<void> {
  const sent = JSON.stringify(marks)
  await run(
    db,
    `insert into attendance_muster_marks (workspace_id, muster_id, id, person_id, safe, note, at, by_name)
     select current_workspace(), $1::uuid, m.id, m.person, m.safe, m.note, m.at, $3
     from jsonb_to_recordset($2::jsonb) as m(id uuid, person uuid, safe boolean, note text, at timestamptz)
     on conflict do nothing`,
    [muster, sent, by],
  )
  await run(
    db,
    `insert into attendance_muster_people (workspace_id, muster_id, person_id, name, unit_id, unit_name, extra)
     select u.workspace_id, $1::uuid, u.id, u.first_name || ' ' || u.last_name, o.id, left(o.name, 100), true
     from users u ${unitOf('u.id')}
     where u.workspace_id = current_workspace() and u.deleted_at is null and u.id in (
       select m.person from jsonb_to_recordset($2::jsonb) as m(person uuid) where m.person is not null)
     order by u.id on conflict do nothing`,
    [muster, sent],
  )
  await run(
    db,
    `with touched as (
       select distinct m.person from jsonb_to_recordset($2::jsonb) as m(person uuid) where m.person is not null
     ), held as (
       select p.person_id from attendance_muster_people p join touched t on t.person = p.person_id
       where p.workspace_id = current_workspace() and p.muster_id = $1::uuid order by p.person_id for update of p
     ), newest as (
       select distinct on (a.person_id) a.* from attendance_muster_marks a join held h on h.person_id = a.person_id
       where a.workspace_id = current_workspace() and a.muster_id = $1::uuid order by a.person_id, a.at desc, a.id desc
     )
     update attendance_muster_people p set safe = n.safe, marked_at = n.at, marked_by = n.by_name, note = n.note,
       changed_in = pg_current_xact_id()::text::bigint
     from newest n where p.workspace_id = current_workspace() and p.muster_id = $1::uuid and p.person_id = n.person_id
       and (p.safe, p.marked_at, p.marked_by, p.note) is distinct from (n.safe, n.at, n.by_name, n.note)`,
    [muster, sent],
  )
}

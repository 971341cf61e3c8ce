import { type Insertable, type Selectable, sql } from 'kysely'
import type { AttendanceCounts, SessionState } from '@claviger/contract/oversight/attendance/session-fields'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type AttendanceRow = Omit<Selectable<Tables['attendance_sessions']>, 'search' | 'sort_title'> & {
  template_name: string | null
}
export type NewAttendanceRow = Insertable<Tables['attendance_sessions']>
export interface NamedRow {
  id: string
  name: string
}

const columns = sql`s.workspace_id, s.id, s.title, s.place, s.starts_at, s.ends_at, s.opening, s.open_before, s.closing,
  s.close_after, s.opens_at, s.closes_at, s.opening_noted, s.sealed, s.mode, s.late_after, s.unexpected, s.attributes,
  s.languages, s.expects_everyone, s.expected_groups, s.expected_units, s.expected_users, s.template_id, s.created_at,
  s.created_by, s.counts, s.anonymized_at,
  (select t.name from attendance_templates t where t.workspace_id = current_workspace() and t.id = s.template_id) as template_name`

export async function findSession(db: Db, id: string, lock = false): Promise<AttendanceRow | undefined> {
  const { rows } = await sql<AttendanceRow>`
    select ${columns} from attendance_sessions s where s.workspace_id = current_workspace() and s.id = ${id}::uuid
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** The session of a kiosk, which the caller must have proved to be. */
export async function sessionOfKiosk(db: Db, kiosk: string): Promise<AttendanceRow | undefined> {
  const { rows } = await sql<AttendanceRow>`
    select ${columns} from attendance_kiosks k
    join attendance_sessions s on s.workspace_id = current_workspace() and s.id = k.session_id
    where k.workspace_id = current_workspace() and k.id = ${kiosk}::uuid`.execute(db)
  return rows[0]
}

/** The state follows from the times of opening and closing, which the schedule or an administrator set. */
const inState = (state: SessionState, now: Date) =>
  ({
    planned: sql`(s.opens_at is null or s.opens_at > ${now}::timestamptz) and (s.closes_at is null or s.closes_at > ${now}::timestamptz)`,
    open: sql`s.opens_at <= ${now}::timestamptz and (s.closes_at is null or s.closes_at > ${now}::timestamptz)`,
    closed: sql`s.closes_at <= ${now}::timestamptz`,
  })[state]

export const sessionList = (
  ask: {
    state?: readonly SessionState[] | undefined
    template?: string | undefined
    from?: string | undefined
    to?: string | undefined
  },
  now: Date,
): Omit<ListQuery<AttendanceRow>, 'item'> => ({
  from: sql`attendance_sessions s`,
  here: sql`s.workspace_id = current_workspace()`,
  select: columns,
  where: [
    ...(ask.state === undefined || ask.state.length === 0
      ? []
      : [
          sql`(${sql.join(
            ask.state.map(state => sql`(${inState(state, now)})`),
            sql` or `,
          )})`,
        ]),
    ...(ask.template === undefined ? [] : [sql`s.template_id = ${ask.template}::uuid`]),
    ...(ask.from === undefined ? [] : [sql`s.starts_at >= ${ask.from}::timestamptz`]),
    ...(ask.to === undefined ? [] : [sql`s.starts_at < ${ask.to}::timestamptz`]),
  ],
  search: { plain: [sql`s.search`] },
  sorts: {
    start: { by: sql`s.starts_at`, type: 'timestamptz' },
    title: { by: sql`s.sort_title`, type: 'text' },
  },
  id: sql`s.id`,
  defaultSort: 'start',
})

export async function countSessions(db: Db): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    'select count(*)::integer as n from attendance_sessions where workspace_id = current_workspace() and not sealed',
    [],
  )
  return rows[0]?.n ?? 0
}

export async function insertAttendanceSession(db: Db, row: NewAttendanceRow): Promise<void> {
  await db.insertInto('attendance_sessions').values(row).execute()
}

export async function changeSession(db: Db, id: string, to: Partial<NewAttendanceRow>): Promise<void> {
  await db.updateTable('attendance_sessions').set(to).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attendance_sessions').where('id', '=', id).execute()
}

/** Adds expected users without an entry, and removes users who are no longer expected and were never seen. */
export async function expectPeople(db: Db, session: string): Promise<void> {
  await run(db, 'select expect_attendance($1::uuid)', [session])
}

/** Judges everyone again, after the mode or the limit for lateness changed. */
export async function evaluateAll(db: Db, session: string, repeat: number): Promise<void> {
  await run(
    db,
    `select judge_participants(array_agg(p.session_id), array_agg(p.person_id), make_interval(secs => $2))
     from attendance_participants p
     where p.workspace_id = current_workspace() and p.session_id = $1::uuid and (p.corrections > 0 or exists (
       select from attendance_taps t
       where t.workspace_id = current_workspace() and t.session_id = p.session_id and t.person_id = p.person_id))`,
    [session, repeat],
  )
}

export async function hasRecords(db: Db, session: string): Promise<boolean> {
  const { rows } = await run<{ found: boolean }>(
    db,
    `select exists (select from attendance_taps where workspace_id = current_workspace() and session_id = $1::uuid)
       or exists (select from attendance_corrections where workspace_id = current_workspace() and session_id = $1::uuid) as found`,
    [session],
  )
  return rows[0]?.found ?? false
}

/** What participants add to the counts of their session; unit administrators see the tallies of no one else. */
const tallies = (own: boolean) =>
  own
    ? `select p.session_id, 1 as people, t.* from attendance_participants p cross join lateral tally_of(p) t
       where p.workspace_id = current_workspace()`
    : 'select * from attendance_tallies where workspace_id = current_workspace()'

const countsOfOwnPeople = `jsonb_build_object(
    'expected', coalesce(c.expected, 0), 'present', coalesce(c.present, 0), 'late', coalesce(c.late, 0), 'left', coalesce(c.gone, 0),
    'missing', coalesce(c.missing, 0), 'unexpected', coalesce(c.unexpected, 0), 'invalid', 0) as counts
  from unnest($1::uuid[]) i(id) left join (
    select session_id, sum(expected) as expected, sum(present) as present, sum(late) as late, sum(gone) as gone,
      sum(missing) as missing, sum(unexpected) as unexpected
    from (${tallies(true)}) t where session_id = any ($1::uuid[]) group by session_id
  ) c on c.session_id = i.id`

export async function countsOfSessions(
  db: Db,
  ids: readonly string[],
  own: boolean,
): Promise<Map<string, AttendanceCounts>> {
  const { rows } = await run<{ id: string; counts: AttendanceCounts }>(
    db,
    `select i.id, ${own ? countsOfOwnPeople : 'attendance_counts(i.id) as counts from unnest($1::uuid[]) i(id)'}`,
    [ids],
  )
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

/** First check-ins by quarter of an hour. */
export async function arrivalsOf(db: Db, session: string, own: boolean): Promise<{ at: Date; count: number }[]> {
  const { rows } = await run<{ at: Date; count: number }>(
    db,
    `select quarter as at, sum(people)::integer as count from (${tallies(own)}) t
     where session_id = $1::uuid and quarter is not null group by 1 having sum(people) > 0 order by 1`,
    [session],
  )
  return rows
}

export interface ExpectedNames {
  groups: NamedRow[]
  units: NamedRow[]
  users: NamedRow[]
}

export async function namesOfExpected(
  db: Db,
  { groups, units, users }: { groups: readonly string[]; units: readonly string[]; users: readonly string[] },
): Promise<ExpectedNames> {
  const { rows } = await run<NamedRow & { of: keyof ExpectedNames }>(
    db,
    `select 'groups' as of, id, name from groups where workspace_id = current_workspace() and id = any ($1::uuid[]) and ended_at is null
     union all
     select 'units', id, name from organization_units where workspace_id = current_workspace() and id = any ($2::uuid[])
     union all
     select 'users', id, first_name || ' ' || last_name from users
       where workspace_id = current_workspace() and id = any ($3::uuid[]) and deleted_at is null
     order by name`,
    [groups, units, users],
  )
  const of = (what: keyof ExpectedNames) => rows.flatMap(row => (row.of === what ? { id: row.id, name: row.name } : []))
  return { groups: of('groups'), units: of('units'), users: of('users') }
}

/** Whether one of the groups means all users. */
export async function includesEveryone(db: Db, groups: readonly string[], everyone: number): Promise<boolean> {
  const { rows } = await run<{ found: boolean }>(
    db,
    `select exists (select from groups
       where workspace_id = current_workspace() and id = any ($1::uuid[]) and type = $2::smallint) as found`,
    [groups, everyone],
  )
  return rows[0]?.found ?? false
}

export async function apiKeysNamed(db: Db, ids: readonly string[]): Promise<(NamedRow & { type: number })[]> {
  const { rows } = await run<NamedRow & { type: number }>(
    db,
    'select id, name, type from api_keys where workspace_id = current_workspace() and id = any ($1::uuid[])',
    [ids],
  )
  return rows
}

export async function kioskKeysOf(db: Db, session: string): Promise<NamedRow[]> {
  const { rows } = await run<NamedRow>(
    db,
    `select k.id, k.name from attendance_api_keys a
     join api_keys k on k.workspace_id = current_workspace() and k.id = a.api_key_id
     where a.workspace_id = current_workspace() and a.session_id = $1::uuid order by lower(k.name)`,
    [session],
  )
  return rows
}

export async function setApiKeys(db: Db, session: string, ids: readonly string[]): Promise<void> {
  await run(
    db,
    `with gone as (
       delete from attendance_api_keys where workspace_id = current_workspace() and session_id = $1::uuid
         and not (api_key_id = any ($2::uuid[]))
     )
     insert into attendance_api_keys (workspace_id, session_id, api_key_id)
       select current_workspace(), $1::uuid, id from unnest($2::uuid[]) id on conflict do nothing`,
    [session, ids],
  )
}

/** Sessions of all workspaces to open, close, or sign now; for the scheduled task. */
export async function dueSessions(db: Db, now: Date, most: number): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await run<{ workspace_id: string; id: string }>(
    db,
    `select workspace_id, id from attendance_sessions where not sealed
       and (closes_at <= $1::timestamptz or (not opening_noted and opens_at <= $1::timestamptz))
     order by least(closes_at, opens_at) limit $2`,
    [now, most],
  )
  return rows
}

export async function workspacesWithSeries(db: Db): Promise<string[]> {
  const { rows } = await run<{ workspace_id: string }>(
    db,
    'select distinct workspace_id from attendance_templates where week_days is not null',
    [],
  )
  return rows.map(row => row.workspace_id)
}

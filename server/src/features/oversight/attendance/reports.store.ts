import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { searching } from '#platform/db/search.ts'

export interface ReportQuery {
  from: string
  to: string
  template?: string | undefined
  unit?: string | undefined
}

/** Closed sessions in a period, with their participants. */
const within = (ask: ReportQuery, now: Date, joined = sql``) => sql`
  attendance_sessions s join attendance_participants p on p.workspace_id = current_workspace() and p.session_id = s.id
  ${joined}
  where s.workspace_id = current_workspace() and s.starts_at >= ${ask.from}::timestamptz and s.starts_at < ${ask.to}::timestamptz
    and s.closes_at <= ${now}::timestamptz
    ${ask.template === undefined ? sql`` : sql`and s.template_id = ${ask.template}::uuid`}
    ${
      ask.unit === undefined
        ? sql``
        : sql`and exists (select from unit_members m
            where m.workspace_id = current_workspace() and m.unit_id = ${ask.unit}::uuid and m.user_id = p.person_id)`
    }`

const figures = sql`count(distinct s.id)::integer as sessions,
  count(*) filter (where p.expected)::integer as expected,
  count(*) filter (where p.status in ('present', 'left'))::integer as attended,
  count(*) filter (where p.late)::integer as late,
  count(*) filter (where p.expected and p.status not in ('present', 'left'))::integer as absent,
  count(*) filter (where not p.expected and p.status in ('present', 'left', 'refused'))::integer as unexpected,
  coalesce(sum(extract(epoch from p.out_at - p.in_at) / 60) filter (where p.out_at > p.in_at), 0)::integer as minutes`

export interface ReportRow {
  id: string | null
  name: string
  starts_at: Date | null
  sessions: number
  expected: number
  attended: number
  late: number
  absent: number
  unexpected: number
  minutes: number
}

const groupings = {
  person: {
    columns: sql`p.person_id as id, max(p.name) as name, null::timestamptz as starts_at`,
    more: sql``,
    by: sql`p.person_id`,
    order: sql`max(p.sort_name), p.person_id`,
    searched: sql`p.sort_name`,
  },
  unit: {
    columns: sql`o.id, coalesce(o.name, '') as name, null::timestamptz as starts_at`,
    more: sql`left join unit_members u on u.workspace_id = current_workspace() and u.user_id = p.person_id
      left join organization_units o on o.workspace_id = current_workspace() and o.id = u.unit_id`,
    by: sql`o.id, o.name`,
    order: sql`o.name nulls last, o.id`,
    searched: sql`plain(coalesce(o.name, ''))`,
  },
  session: {
    columns: sql`s.id, s.title as name, s.starts_at`,
    more: sql``,
    by: sql`s.id, s.title, s.starts_at`,
    order: sql`s.starts_at desc, s.id`,
    searched: sql`s.search`,
  },
} as const

export async function reportRows(
  db: Db,
  ask: ReportQuery & { by: keyof typeof groupings; search?: string | undefined },
  now: Date,
  most: number,
): Promise<ReportRow[]> {
  const { columns, more, by, order, searched } = groupings[ask.by]
  const { rows } = await sql<ReportRow>`
    select ${columns}, ${figures} from ${within(ask, now, more)}
    ${sql.join(
      searching(ask.search, { plain: [searched] }).map(part => sql`and ${part}`),
      sql` `,
    )}
    group by ${by} order by ${order} limit ${most}`.execute(db)
  return rows
}

export async function reportTotal(db: Db, ask: ReportQuery, now: Date): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select null::uuid as id, '' as name, null::timestamptz as starts_at, ${figures} from ${within(ask, now)}`.execute(
    db,
  )
  return rows[0] as ReportRow
}

export interface AbsenceRow {
  person_id: string
  name: string
  session_id: string
  title: string
  starts_at: Date
}

export async function absencesIn(
  db: Db,
  ask: ReportQuery & { personId?: string | undefined },
  now: Date,
  most: number,
): Promise<AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    select p.person_id, p.name, s.id as session_id, s.title, s.starts_at from ${within(ask, now)}
      and p.expected and p.status not in ('present', 'left')
      ${ask.personId === undefined ? sql`` : sql`and p.person_id = ${ask.personId}::uuid`}
    order by s.starts_at desc, p.sort_name, p.person_id limit ${most}`.execute(db)
  return rows
}

export async function arrivalsByHour(
  db: Db,
  ask: ReportQuery,
  now: Date,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  const zone = sql`(select w.time_zone from workspaces w where w.id = current_workspace())`
  const { rows } = await sql<{ weekday: number; hour: number; count: number }>`
    select extract(isodow from p.in_at at time zone ${zone})::integer as weekday,
      extract(hour from p.in_at at time zone ${zone})::integer as hour, count(*)::integer as count
    from ${within(ask, now)} and p.in_at is not null group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export interface OwnAttendanceRow {
  id: string
  title: string
  place: string
  starts_at: Date
  ends_at: Date
  opens_at: Date | null
  closes_at: Date | null
  status: string
  late: boolean
  in_at: Date | null
  out_at: Date | null
  corrections: number
}

/** Sessions of one person: where they were seen or expected, without those that only refused them. */
export async function ownAttendance(
  db: Db,
  person: string,
  before: string | null,
  most: number,
): Promise<OwnAttendanceRow[]> {
  const { rows } = await sql<OwnAttendanceRow>`
    select s.id, s.title, s.place, s.starts_at, s.ends_at, s.opens_at, s.closes_at, p.status, p.late, p.in_at, p.out_at, p.corrections
    from attendance_participants p
    join attendance_sessions s on s.workspace_id = current_workspace() and s.id = p.session_id
    where p.workspace_id = current_workspace() and p.person_id = ${person}::uuid
      and (p.expected or p.status in ('present', 'left', 'removed'))
      and (${before}::timestamptz is null or s.starts_at < ${before}::timestamptz)
    order by s.starts_at desc, s.id limit ${most}`.execute(db)
  return rows
}

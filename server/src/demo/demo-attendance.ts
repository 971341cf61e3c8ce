import { repeatSeconds } from '@claviger/contract/oversight/attendance/session-fields'
import { CompiledQuery } from 'kysely'
import { sessionOfCaller } from '../features/oversight/attendance/attendance.ts'
import { evidenceSigner, sealSession } from '../features/oversight/attendance/evidence/evidence.ts'
import { days, hours, later, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import type { Random } from './random.ts'

const course = {
  title: 'Hand hygiene training',
  place: 'Training room 2',
  mode: 'check-in',
  lateAfter: 10,
  unexpected: 'admit',
  opening: 'schedule',
  openBefore: 15,
  closing: 'schedule',
  closeAfter: 15,
  attributes: ['name', 'employeeId', 'department'],
  languages: ['en', 'de', 'pl'],
} as const

interface DemoSession {
  title: string
  place: string
  startsAt: Date
  minutes: number
  mode: 'check-in' | 'check-in-and-out'
  lateAfter: number | null
  groups: string[]
  units: string[]
  users: string[]
  template: string | null
  /** When it closes; null leaves it open. */
  closesAt: Date | null
}

const weeks = 26

/** A course with half a year of history, a fire drill with its muster, and the current shift. */
export async function insertAttendance(
  ctx: TransactionContext,
  workspace: string,
  by: string,
  chance: Random,
): Promise<void> {
  const now = ctx.clock.now()
  const groups = await idsOf(ctx, 'groups')
  const units = await idsOf(ctx, 'organization_units')
  const trained = groups.get('Intensive Care') ?? ''
  // So that the profile of the demo's owner has attendance
  const organizer = await organizerNamed(ctx, by)
  const campus = units.get('North campus') ?? ''
  const template = await insertCourse(ctx, workspace, trained, now)
  const today = Math.floor(now.getTime() / days(1)) * days(1)
  for (let week = weeks; week > 0; week--) {
    const startsAt = new Date(today - days(7 * week) + hours(13))
    const session = {
      ...course,
      startsAt,
      minutes: 90,
      groups: [trained],
      units: [],
      users: organizer,
      template,
      closesAt: later(startsAt, minutes(105)),
    }
    await insertSession(
      ctx,
      workspace,
      by,
      session,
      (at, share) => (share < 0.86 ? [later(at, arrival(chance))] : []),
      chance,
    )
  }
  const drillAt = new Date(today - days(19) + hours(10))
  const drill = await insertSession(
    ctx,
    workspace,
    by,
    {
      title: 'Fire drill, North campus',
      place: 'North campus',
      startsAt: drillAt,
      minutes: 60,
      mode: 'check-in-and-out',
      lateAfter: null,
      groups: [],
      units: [campus],
      users: [],
      template: null,
      closesAt: later(drillAt, hours(1)),
    },
    (at, share) => (share < 0.45 ? [later(at, chance.below(minutes(12)))] : []),
    chance,
  )
  await insertMuster(ctx, workspace, drill, later(drillAt, minutes(20)), by)
  const startedAt = later(now, -hours(2))
  await insertSession(
    ctx,
    workspace,
    by,
    {
      title: `${shiftAt(startedAt)}, Emergency`,
      place: 'Emergency department',
      startsAt: startedAt,
      minutes: 480,
      mode: 'check-in-and-out',
      lateAfter: 5,
      groups: [groups.get('Emergency') ?? ''],
      units: [],
      users: [],
      template: null,
      closesAt: null,
    },
    (at, share) => (share < 0.7 ? [later(at, arrival(chance))] : []),
    chance,
  )
}

const shiftAt = (at: Date): string => {
  const hour = at.getUTCHours()
  if (hour < 5 || hour >= 20) return 'Night shift'
  return hour < 13 ? 'Early shift' : 'Late shift'
}

/** Most come in the ten minutes before the start, a few up to a quarter of an hour late. */
const arrival = (chance: Random): number =>
  chance.below(minutes(12)) - minutes(10) + (chance.next() < 0.1 ? minutes(13) : 0)

async function idsOf(ctx: TransactionContext, table: 'groups' | 'organization_units'): Promise<Map<string, string>> {
  const rows = await ctx.db.selectFrom(table).select(['id', 'name']).execute()
  return new Map(rows.map(row => [row.name, row.id]))
}

async function organizerNamed(ctx: TransactionContext, name: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('users').select(['id', 'first_name', 'last_name']).execute()
  return rows.flatMap(row => (`${row.first_name} ${row.last_name}` === name ? row.id : []))
}

async function insertCourse(ctx: TransactionContext, workspace: string, group: string, now: Date): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('attendance_templates')
    .values({
      workspace_id: workspace,
      id,
      name: course.title,
      settings: JSON.stringify({ ...course, expected: { everyone: false, groups: [group], units: [], users: [] } }),
      minutes: 90,
      week_days: [now.getUTCDay() || 7],
      week_time: '13:00',
      week_from: later(now, -days(7 * weeks + 1))
        .toISOString()
        .slice(0, 10),
      week_until: null,
      created_at: later(now, -days(7 * weeks + 1)),
    })
    .execute()
  return id
}

/** Stores a session, expects its people, and records their taps by the rule that kiosks use. */
async function insertSession(
  ctx: TransactionContext,
  workspace: string,
  by: string,
  session: DemoSession,
  tapsOf: (startsAt: Date, share: number) => Date[],
  chance: Random,
): Promise<string> {
  const id = newId()
  const now = ctx.clock.now()
  const opensAt = later(session.startsAt, -minutes(15))
  await ctx.db
    .insertInto('attendance_sessions')
    .values({
      workspace_id: workspace,
      id,
      title: session.title,
      place: session.place,
      starts_at: session.startsAt,
      ends_at: later(session.startsAt, minutes(session.minutes)),
      opening: 'schedule',
      open_before: 15,
      closing: session.closesAt === null ? 'manual' : 'schedule',
      close_after: 0,
      opens_at: opensAt,
      closes_at: session.closesAt,
      opening_noted: true,
      mode: session.mode,
      late_after: session.lateAfter,
      unexpected: 'admit',
      attributes: [...course.attributes],
      languages: [...course.languages],
      expected_groups: session.groups,
      expected_units: session.units,
      expected_users: session.users,
      template_id: session.template,
      created_at: later(opensAt, -days(7)),
      created_by: by,
    })
    .execute()
  await ctx.db.executeQuery(CompiledQuery.raw('select expect_attendance($1::uuid)', [id]))
  const people = await ctx.db
    .selectFrom('attendance_participants')
    .select('person_id')
    .where('session_id', '=', id)
    .orderBy('sort_name')
    .orderBy('person_id')
    .execute()
  const taps = people.flatMap(({ person_id }) =>
    tapsOf(session.startsAt, chance.next()).map(at => ({
      id: newId(),
      at,
      sent_at: at,
      direction: 'both',
      card: null,
      pass: person_id,
    })),
  )
  const kiosk = newId()
  await ctx.db
    .insertInto('attendance_kiosks')
    .values({
      workspace_id: workspace,
      id: kiosk,
      session_id: id,
      name: 'Entrance',
      purpose: 'kiosk',
      direction: 'both',
      made_by: by,
      made_at: opensAt,
      opened_at: opensAt,
      last_seen_at: session.closesAt ?? now,
    })
    .execute()
  await ctx.db.executeQuery(
    CompiledQuery.raw('select from record_attendance_taps($1::jsonb, make_interval(secs => $2))', [
      JSON.stringify([{ place: 1, session: id, kiosk, clock: now, taps }]),
      repeatSeconds,
    ]),
  )
  await seal(ctx, id, session.closesAt)
  return id
}

/** Signs a session when it closed; otherwise, the log would say that all of them closed when the demo started. */
async function seal(ctx: TransactionContext, id: string, closedAt: Date | null): Promise<void> {
  if (closedAt === null) return
  const session = await sessionOfCaller(ctx, id, true)
  const then = { ...ctx, clock: { now: () => closedAt } }
  await sealSession(then, session, await evidenceSigner(ctx), 'attendance.closed')
}

async function insertMuster(
  ctx: TransactionContext,
  workspace: string,
  session: string,
  at: Date,
  by: string,
): Promise<void> {
  const id = newId()
  await ctx.db
    .insertInto('attendance_musters')
    .values({
      workspace_id: workspace,
      id,
      session_id: session,
      place: 'Car park A',
      started_at: at,
      started_by: by,
      ended_at: later(at, minutes(14)),
    })
    .execute()
  const people = await ctx.db
    .selectFrom('attendance_participants')
    .select(['person_id', 'name', 'in_at'])
    .where('session_id', '=', session)
    .where('status', '=', 'present')
    .orderBy('sort_name')
    .execute()
  const marshals = ['Ruth Abramov', 'Emily Whitaker']
  await insertMany(
    ctx.db,
    'attendance_muster_people',
    {
      workspace_id: 'uuid',
      muster_id: 'uuid',
      person_id: 'uuid',
      name: 'text',
      unit_name: 'text',
      in_at: 'timestamptz',
      extra: 'boolean',
      safe: 'boolean',
      marked_at: 'timestamptz',
      marked_by: 'text',
    },
    people.map((one, place) => {
      const safe = place !== people.length - 1
      const marked = safe ? [later(at, minutes(2) + place * 2500), marshals[place % 2]] : [null, null]
      return [workspace, id, one.person_id, one.name, 'North campus', one.in_at, false, safe, ...marked]
    }),
  )
}

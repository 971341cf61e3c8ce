import type { ParticipantStatus } from '@claviger/contract/oversight/attendance/session-fields'
import { type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

export type ParticipantRow = Omit<Selectable<Tables['attendance_participants']>, 'sort_name' | 'changed_in'> & {
  taps: number
}

const columns = `p.workspace_id, p.session_id, p.person_id, p.name, p.expected, p.status, p.late, p.in_at, p.out_at,
  p.read_in_at, p.read_out_at, p.fixed, p.fixed_in_at, p.fixed_out_at, p.refused, p.corrections, (
    select count(*)::integer from attendance_taps t
    where t.workspace_id = current_workspace() and t.session_id = p.session_id and t.person_id = p.person_id) as taps`

export interface ParticipantQuery {
  sessionId: string
  status?: readonly ParticipantStatus[] | undefined
  only?: 'late' | 'unexpected' | 'corrected' | undefined
  unit?: string | undefined
}

const only = {
  late: sql`p.late`,
  unexpected: sql`not p.expected`,
  corrected: sql`p.corrections > 0`,
}

export const participantList = (ask: ParticipantQuery): Omit<ListQuery<ParticipantRow>, 'item'> => ({
  from: sql`attendance_participants p`,
  here: sql`p.workspace_id = current_workspace() and p.session_id = ${ask.sessionId}::uuid`,
  select: sql.raw(columns),
  where: [
    ...(ask.status === undefined || ask.status.length === 0 ? [] : [sql`p.status = any (${ask.status}::text[])`]),
    ...(ask.only === undefined ? [] : [only[ask.only]]),
    ...(ask.unit === undefined
      ? []
      : [
          sql`exists (select from unit_members m
            where m.workspace_id = current_workspace() and m.unit_id = ${ask.unit}::uuid and m.user_id = p.person_id)`,
        ]),
  ],
  search: { plain: [sql`p.sort_name`] },
  sorts: {
    name: { by: sql`p.sort_name`, type: 'text' },
    inAt: { by: sql`p.in_at`, type: 'timestamptz' },
    outAt: { by: sql`p.out_at`, type: 'timestamptz' },
    status: { by: sql`p.status`, type: 'text' },
  },
  id: sql`p.person_id`,
  defaultSort: 'name',
})

/** What tallies know of a list: all participants, those who are in or have left, or those who came late. */
export interface TalliedTotals {
  people: number
  present: number
  left: number
  late: number
}

export async function talliedTotals(db: Db, session: string): Promise<TalliedTotals> {
  const { rows } = await run<TalliedTotals>(
    db,
    `select coalesce(sum(people), 0)::integer as people, coalesce(sum(present), 0)::integer as present,
       coalesce(sum(gone), 0)::integer as left, coalesce(sum(late), 0)::integer as late
     from attendance_tallies where workspace_id = current_workspace() and session_id = $1::uuid`,
    [session],
  )
  return rows[0] ?? { people: 0, present: 0, left: 0, late: 0 }
}

export async function findParticipant(
  db: Db,
  session: string,
  person: string,
  lock = false,
): Promise<ParticipantRow | undefined> {
  const { rows } = await run<ParticipantRow>(
    db,
    `select ${columns} from attendance_participants p
     where p.workspace_id = current_workspace() and p.session_id = $1::uuid and p.person_id = $2::uuid ${lock ? 'for update' : ''}`,
    [session, person],
  )
  return rows[0]
}

/** All participants by name, a thousand at a time. */
export async function participantsAfter(
  db: Db,
  session: string,
  after: { name: string; person: string } | undefined,
  most: number,
): Promise<(ParticipantRow & { sort_name: string })[]> {
  const { rows } = await run<ParticipantRow & { sort_name: string }>(
    db,
    `select ${columns}, p.sort_name from attendance_participants p
     where p.workspace_id = current_workspace() and p.session_id = $1::uuid
       and ($2::text is null or (p.sort_name, p.person_id) > ($2::text, $3::uuid))
     order by p.sort_name, p.person_id limit $4`,
    [session, after?.name ?? null, after?.person ?? null, most],
  )
  return rows
}

/** Participants changed by transactions that were still open at the cursor. Some are returned twice, none is missed. */
export async function changedSince(db: Db, session: string, since: string, most: number): Promise<ParticipantRow[]> {
  const { rows } = await run<ParticipantRow>(
    db,
    `select ${columns} from attendance_participants p
     where p.workspace_id = current_workspace() and p.session_id = $1::uuid and p.changed_in >= $2::bigint
     order by p.changed_in limit $3`,
    [session, since, most],
  )
  return rows
}

/** A cursor before every transaction that is not over. */
export async function liveCursor(db: Db): Promise<string> {
  const { rows } = await run<{ cursor: string }>(
    db,
    'select pg_snapshot_xmin(pg_current_snapshot())::text as cursor',
    [],
  )
  return rows[0]?.cursor ?? '0'
}

export interface PersonFields {
  id: string
  user_id: string
  employee_id: string | null
  scim_attribute_1: string | null
  scim_attribute_2: string | null
  scim_attribute_3: string | null
  scim_attribute_4: string | null
  scim_attribute_5: string | null
  units: string | null
}

export async function fieldsOfPeople(db: Db, ids: readonly string[]): Promise<PersonFields[]> {
  const { rows } = await run<PersonFields>(
    db,
    `select u.id, u.user_id, u.employee_id, u.scim_attribute_1, u.scim_attribute_2, u.scim_attribute_3, u.scim_attribute_4,
       u.scim_attribute_5, (
         select string_agg(o.name, ', ' order by o.name) from unit_members m
         join organization_units o on o.workspace_id = current_workspace() and o.id = m.unit_id
         where m.workspace_id = current_workspace() and m.user_id = u.id) as units
     from users u where u.workspace_id = current_workspace() and u.id = any ($1::uuid[])`,
    [ids],
  )
  return rows
}

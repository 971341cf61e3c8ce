import type { Selectable, Updateable } from 'kysely'
import { type Db, run } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type VisitRow = Selectable<Tables['self_service_visits']>
export type VisitChange = Omit<Updateable<Tables['self_service_visits']>, 'step'>

/** Begins a visit at a page and enters its workspace; false where it was under way there already. */
export async function beginVisit(
  db: Db,
  visit: { id: string; workspace: string; page: string; ip: string; endsAt: Date },
): Promise<boolean> {
  const { rows } = await run<{ begun: boolean }>(db, 'select begin_self_service_visit($1, $2, $3, $4, $5) as begun', [
    visit.id,
    visit.workspace,
    visit.page,
    visit.ip.slice(0, 45),
    visit.endsAt,
  ])
  return rows[0]?.begun ?? false
}

/** Enters a visit and its workspace, held until the transaction ends; undefined for one that has ended. */
export async function enterVisit(db: Db, id: string, now: Date): Promise<VisitRow | undefined> {
  const { rows } = await run<VisitRow>(db, 'select * from enter_self_service_visit($1, $2)', [id, now])
  return rows[0]
}

/** Keeps what a step has found. */
export async function changeVisit(db: Db, id: string, to: VisitChange): Promise<void> {
  const columns = Object.keys(to)
  const set = columns.map((column, place) => `${column} = $${place + 2}`).join(', ')
  await run(db, `update self_service_visits set step = step + 1, ${set} where id = $1`, [id, ...Object.values(to)])
}

/** The last step of a visit waits for the disk. */
export const waitForDisk = (db: Db) => run(db, 'set local synchronous_commit to default', [])

/** Counts one try about each of these, in a part of the count chosen by chance. */
export const addTries = (db: Db, workspace: string, tries: readonly { about: string; since: Date }[]) =>
  run(
    db,
    `insert into self_service_tries as t (workspace_id, about, since, part, count)
      select $1, about, since, floor(random() * 16)::smallint, 1
      from unnest($2::text[], $3::timestamptz[]) as one(about, since) order by about
      on conflict (workspace_id, about, since, part) do update set count = t.count + 1`,
    [workspace, tries.map(one => one.about), tries.map(one => one.since)],
  )

/** How often each of these was tried, by what it is about. */
export async function triesOf(
  db: Db,
  wanted: readonly { about: string; since: Date }[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await run<{ about: string; count: number }>(
    db,
    `select about, sum(count)::integer as count from self_service_tries
      where about = any ($1::text[]) and since = any ($2::timestamptz[]) group by about`,
    [wanted.map(one => one.about), [...new Set(wanted.map(one => one.since.getTime()))].map(at => new Date(at))],
  )
  return new Map(rows.map(row => [row.about, row.count]))
}

/** What is asked of a person; null is not asked. */
export interface Asked {
  loginName: string | null
  employeeId: string | null
  firstName: string | null
  lastName: string | null
  /** Phone and extra attributes, as identifiers() of the database writes them. */
  words: readonly string[]
  /** Name of an organization unit. */
  unit: string | null
}

/** The active users whom all of this fits; two of them at most. */
export async function findPerson(db: Db, asked: Asked): Promise<string[]> {
  const { rows } = await run<{ ids: string[] }>(
    db,
    `select find_person($1, $2, $3, $4, array(
      select case when left(word, 1) = 'p' then word else left(word, 1) || folded(substr(word, 2)) end
      from unnest($5::text[]) as word), $6) as ids`,
    [asked.loginName, asked.employeeId, asked.firstName, asked.lastName, [...asked.words], asked.unit],
  )
  return rows[0]?.ids ?? []
}

/** Active users whose login name or mailbox this is; two of them at most. */
export async function findByLoginName(db: Db, name: string): Promise<string[]> {
  const { rows } = await run<{ id: string }>(
    db,
    `select id from users where deleted_at is null and suspended_at is null and deactivated_at is null
      and (sort_user_id = folded($1) or email = folded($1)) limit 2`,
    [name],
  )
  return rows.map(row => row.id)
}

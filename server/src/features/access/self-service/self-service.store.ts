import type { Selectable, Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { EntryStatement } from '#platform/db/transaction.ts'
import type { FoundRow } from '../self-service-settings/self-service-settings.ts'

export type VisitRow = Omit<Selectable<Tables['self_service_visits']>, 'workspace_id' | 'page'>
export type VisitChange = Omit<Updateable<Tables['self_service_visits']>, 'step'>

export interface VisitEntryRow extends VisitRow {
  begun: boolean
  page: Omit<FoundRow, 'automatic_secret'> | null
  page_secret: Buffer | null
  failed_here: number
  failed_on_page: number
  failed_with_card: number
  tried_on_page: number
  tried_with_card: number
}

interface VisitEntering {
  id: string
  now: Date
  network: string
  tenMinutes: Date
  hour: Date
  begins?: { page: string; endsAt: Date; ip: string }
}

/** Statement that enters a visit and its workspace until the transaction ends. */
export const visitEntry = ({ id, now, network, tenMinutes, hour, begins }: VisitEntering): EntryStatement => ({
  name: 'enter-visit',
  text: 'select * from enter_self_service($1, $2, $3, $4, $5, $6, $7, $8)',
  values: [id, now, begins?.page, begins?.endsAt, begins?.ip, network, tenMinutes, hour],
})

export async function changeVisit(db: Db, id: string, to: VisitChange): Promise<void> {
  const columns = Object.keys(to)
  const set = columns.map((column, place) => `${column} = $${place + 2}`).join(', ')
  await run(
    db,
    `update self_service_visits set step = step + 1, ${set} where self_service_visits.workspace_id = current_workspace() and id = $1`,
    [id, ...Object.values(to)],
  )
}

/** The last step of a visit must be durable, so it commits synchronously. */
export const waitForDisk = (db: Db) => run(db, 'set local synchronous_commit to default', [])

/** Counts an attempt for each of these, in a random shard of the counter to avoid lock contention. */
export const addTries = (db: Db, workspace: string, tries: readonly { about: string; since: Date }[]) =>
  run(
    db,
    `insert into self_service_tries as t (workspace_id, about, since, part, count)
      select $1, about, since, floor(random() * 16)::smallint, 1
      from unnest($2::text[], $3::timestamptz[]) as one(about, since) order by about
      on conflict (workspace_id, about, since, part) do update set count = t.count + 1`,
    [workspace, tries.map(one => one.about), tries.map(one => one.since)],
  )

export async function triesOf(db: Db, { about, since }: { about: string; since: Date }): Promise<number> {
  const { rows } = await run<{ count: number }>(
    db,
    'select coalesce(sum(count), 0)::integer as count from self_service_tries where self_service_tries.workspace_id = current_workspace() and about = $1 and since = $2',
    [about, since],
  )
  return rows[0]?.count ?? 0
}

/** Search criteria; null is not used. */
export interface IdentificationFields {
  loginName: string | null
  employeeId: string | null
  firstName: string | null
  lastName: string | null
  words: readonly string[]
  unit: string | null
}

/** The active users who match all criteria; at most two, to detect ambiguity. */
export async function findVisitor(db: Db, asked: IdentificationFields): Promise<string[]> {
  const { rows } = await run<{ ids: string[] }>(
    db,
    `select find_person($1, $2, $3, $4, array(
      select case when left(word, 1) = 'p' then word else left(word, 1) || folded(substr(word, 2)) end
      from unnest($5::text[]) as word), $6) as ids`,
    [asked.loginName, asked.employeeId, asked.firstName, asked.lastName, [...asked.words], asked.unit],
  )
  return rows[0]?.ids ?? []
}

import { type Db, run } from '#platform/db/db.ts'
import type { StatementParts } from '#platform/db/parts.ts'

export interface AttemptRow {
  id: string
  at: Date
  sealed: Buffer
}

const kept = `insert into application_attempts (workspace_id, id, application_id, at, sealed)
  select current_workspace(), $1::uuid, $2::uuid, $3::timestamptz, $4::bytea from agreed`
const tidied = `delete from application_attempts a using agreed
  where a.workspace_id = current_workspace() and a.application_id is not distinct from $1::uuid
    and a.id <= (select o.id from application_attempts o
      where o.workspace_id = current_workspace() and o.application_id is not distinct from $1::uuid
      order by o.id desc offset $2 limit 1)`

/** Stores a request; occasionally also deletes the oldest ones beyond the maximum. */
export const attemptParts = (
  row: AttemptRow & { application: string | null },
  most: number,
  tidy: boolean,
): StatementParts => ({
  ...(tidy && { tidied: { text: tidied, values: [row.application, most] } }),
  attempt: { text: kept, values: [row.id, row.application, row.at, row.sealed] },
})

/** Requests of an application, or of none, before a given one; newest first. */
export async function attemptsBefore(
  db: Db,
  application: string | null,
  before: string | null,
  most: number,
): Promise<AttemptRow[]> {
  const { rows } = await run<AttemptRow>(
    db,
    `select id, at, sealed from application_attempts
     where workspace_id = current_workspace()
       and ${application === null ? 'application_id is null and $1::uuid is null' : 'application_id = $1::uuid'}
       and ($2::uuid is null or id < $2::uuid)
     order by id desc limit $3`,
    [application, before, most],
  )
  return rows
}

export async function namesOfUsers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await run<{ id: string; name: string }>(
    db,
    `select id, first_name || ' ' || last_name as name from users
     where workspace_id = current_workspace() and id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(row => [row.id, row.name]))
}

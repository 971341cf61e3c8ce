import { type Db, run } from '../../../ground/db/db.ts'

export interface AttemptRow {
  id: string
  at: Date
  sealed: Buffer
}

/** Keeps a request; from time to time the oldest beyond so many go with it. */
export async function insertAttempt(
  db: Db,
  row: AttemptRow & { application: string | null },
  most: number,
  tidy: boolean,
): Promise<void> {
  await run(
    db,
    `insert into application_attempts (workspace_id, id, application_id, at, sealed)
     values (current_workspace(), $1::uuid, $2::uuid, $3::timestamptz, $4::bytea)`,
    [row.id, row.application, row.at, row.sealed],
  )
  if (tidy)
    await run(
      db,
      `delete from application_attempts where workspace_id = current_workspace() and application_id is not distinct from $1::uuid
         and id <= (select a.id from application_attempts a
           where a.workspace_id = current_workspace() and a.application_id is not distinct from $1::uuid
           order by a.id desc offset $2 limit 1)`,
      [row.application, most],
    )
}

/** Requests of an application, or of none, before one of them: the newest first. */
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

/** Names of some users. */
export async function namesOfUsers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await run<{ id: string; name: string }>(
    db,
    `select id, first_name || ' ' || last_name as name from users
     where workspace_id = current_workspace() and id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(row => [row.id, row.name]))
}

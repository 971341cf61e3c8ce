import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type SecondFactorRequestRow = Selectable<Tables['second_factor_requests']>

export async function insertRequest(db: Db, row: Insertable<Tables['second_factor_requests']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor_requests')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'application_id', 'state_hash']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findByState = (db: Db, application: string, hash: Buffer): Promise<SecondFactorRequestRow | undefined> =>
  db
    .selectFrom('second_factor_requests')
    .selectAll()
    .where('application_id', '=', application)
    .where('state_hash', '=', hash)
    .executeTakeFirst()

export const findRequest = (db: Db, id: string, now: Date): Promise<SecondFactorRequestRow | undefined> =>
  db
    .selectFrom('second_factor_requests')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function consumeSecondFactorRequest(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('second_factor_requests').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const findPerson = (db: Db, subject: string): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('second_factor_people').select('user_id').where('subject', '=', subject).executeTakeFirst()

/** False if the user or the external identity is already linked to another. */
export async function insertPerson(db: Db, row: Insertable<Tables['second_factor_people']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor_people')
    .values(row)
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function answerByCode(
  db: Db,
  id: string,
  { code, until, answer }: { code: Buffer; until: Date; answer: object },
): Promise<boolean> {
  const { changed } = await run(
    db,
    `update second_factor_requests set code_hash = $2::bytea, code_until = $3::timestamptz, answer = $4::jsonb
     where workspace_id = current_workspace() and id = $1::uuid and code_hash is null`,
    [id, code, until, JSON.stringify(answer)],
  )
  return changed > 0
}

/** The request for an application's code; undefined if already used or expired. */
export async function fetchByCode(
  db: Db,
  application: string,
  code: Buffer,
  now: Date,
): Promise<Pick<SecondFactorRequestRow, 'id' | 'asked' | 'answer'> | undefined> {
  const { rows } = await run<Pick<SecondFactorRequestRow, 'id' | 'asked' | 'answer'>>(
    db,
    `update second_factor_requests set fetched_at = $3::timestamptz
     where workspace_id = current_workspace() and application_id = $1::uuid and code_hash = $2::bytea
       and fetched_at is null and code_until > $3::timestamptz
     returning id, asked, answer`,
    [application, code, now],
  )
  return rows[0]
}

/** Stores the hash of a single-use proof; false for a replay. */
export async function insertProof(db: Db, row: Insertable<Tables['second_factor_proofs']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factor_proofs')
    .values(row)
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function writeCall(
  db: Db,
  of: { workspace: string; application: string; well: boolean; now: Date; before: Date },
): Promise<void> {
  const column = of.well ? 'heard_at' : 'refused_at'
  await run(
    db,
    `insert into second_factor_calls as c (workspace_id, application_id, ${column}) values ($1::uuid, $2::uuid, $3::timestamptz)
     on conflict (workspace_id, application_id) do update set ${column} = excluded.${column}
       where c.${column} is null or c.${column} < $4::timestamptz`,
    [of.workspace, of.application, of.now, of.before],
  )
}

export const findCall = (
  db: Db,
  application: string,
): Promise<{ heard_at: Date | null; refused_at: Date | null } | undefined> =>
  db
    .selectFrom('second_factor_calls')
    .select(['heard_at', 'refused_at'])
    .where('application_id', '=', application)
    .executeTakeFirst()

/** Was a session opened by what its user made, or the holder of the user's mailbox, and not by what others placed? */
export async function isOwnSession(db: Db, session: string): Promise<boolean> {
  const { rows } = await run<{ own: boolean }>(db, 'select coalesce(is_own_session($1), false) as own', [session])
  return rows[0]?.own === true
}

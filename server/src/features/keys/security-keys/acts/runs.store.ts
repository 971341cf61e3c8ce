import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../../ground/db/db.ts'
import type { Tables } from '../../../../ground/db/db.types.ts'
import type { ActedKey, Was } from './acts.ts'

export type KeyRunOfRow = Selectable<Tables['key_runs']>

/** Begins a run with the keys, or users, of a list, and answers it with how many they are. */
export async function insertKeyRun(
  db: Db,
  run: Omit<Insertable<Tables['key_runs']>, 'total'>,
  list: RawBuilder<unknown>,
): Promise<KeyRunOfRow> {
  // The rows of a run that assigns are users, each with the id of the key to be
  const row = run.assigns === undefined ? sql`id, null::uuid` : sql`gen_random_uuid(), id`
  await db
    .insertInto('key_runs')
    .values({ ...run, total: 0 })
    .execute()
  const { numAffectedRows } = await sql`
    insert into key_run_rows (workspace_id, run_id, key_id, user_id)
    select ${run.workspace_id}::uuid, ${run.id}::uuid, ${row} from (${list}) as list(id) on conflict do nothing`.execute(
    db,
  )
  return db
    .updateTable('key_runs')
    .set({ total: Number(numAffectedRows ?? 0n) })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findKeyRun = (db: Db, id: string): Promise<KeyRunOfRow | undefined> =>
  db.selectFrom('key_runs').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends, so that two processes do not do the same rows. */
export const lockKeyRun = (db: Db, id: string): Promise<KeyRunOfRow | undefined> =>
  db.selectFrom('key_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const waitingKeys = async (db: Db, run: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('key_run_rows')
      .select('key_id')
      .where('run_id', '=', run)
      .where('done', 'is', null)
      .orderBy('key_id')
      .limit(most)
      .execute()
  ).map(row => row.key_id)

/** Users whose turn it is, each with the id of the key to be. */
export async function waitingUsers(db: Db, run: string, most: number): Promise<{ key: string; user: string }[]> {
  const rows = await db
    .selectFrom('key_run_rows')
    .select(['key_id', 'user_id'])
    .where('run_id', '=', run)
    .where('done', 'is', null)
    .orderBy('key_id')
    .limit(most)
    .execute()
  return rows.map(row => ({ key: row.key_id, user: row.user_id as string }))
}

/** What a run did to these keys. */
export async function keyResultsOf(db: Db, run: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('key_run_rows')
    .select(['key_id', 'acted_at', 'was'])
    .where('run_id', '=', run)
    .where('key_id', '=', sql<string>`any(${keys}::uuid[])`)
    .execute()
  return rows.map(row => ({ id: row.key_id, actedAt: row.acted_at, was: row.was as unknown as Was | null }))
}

/** Keeps what happened to a batch, and counts it. */
export async function keepKeyResults(
  db: Db,
  run: KeyRunOfRow,
  rows: readonly ActedKey[],
  now: Date,
): Promise<KeyRunOfRow> {
  await sql`
    update key_run_rows r set done = e.reason is null, reason = e.reason, acted_at = e."actedAt", was = e.was,
      name = e.name, owner = e.owner
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, name text, owner text, reason text,
      "actedAt" timestamptz, was jsonb)
    where r.run_id = ${run.id}::uuid and r.key_id = e.id`.execute(db)
  const seen = run.seen + rows.length
  return db
    .updateTable('key_runs')
    .set({
      seen,
      succeeded: run.succeeded + rows.filter(row => row.reason === null).length,
      touched_at: sql<Date>`now()`,
      finished_at: seen >= run.total ? now : null,
    })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False when somebody was first. */
export async function markKeyRunUndone(db: Db, id: string, by: string): Promise<boolean> {
  const result = await db
    .updateTable('key_runs')
    .set({ undone_by: by })
    .where('id', '=', id)
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** One page of what happened to each key, those it could not happen to first. */
export async function pageOfKeyRows(
  db: Db,
  run: string,
  ask: { page: number; pageSize: number; refused?: boolean | undefined },
) {
  const { rows } = await sql<{
    key_id: string
    name: string | null
    owner: string | null
    done: boolean | null
    reason: string | null
  }>`
    select r.key_id, coalesce(r.name, k.name) as name,
      coalesce(r.owner, u.first_name || ' ' || u.last_name) as owner, r.done, r.reason
    from key_run_rows r left join security_keys k on k.id = r.key_id left join users u on u.id = coalesce(k.user_id, r.user_id)
    where r.run_id = ${run}::uuid ${ask.refused === undefined ? sql`` : sql`and r.done = ${!ask.refused}`}
    order by r.done nulls last, coalesce(r.name, k.name), r.key_id
    limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  return rows
}

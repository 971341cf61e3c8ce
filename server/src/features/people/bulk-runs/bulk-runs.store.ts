import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'
import type { Acted } from '../users/acts/acts.ts'

export type RunRow = Selectable<Tables['bulk_runs']>
export type RowOfRun = Selectable<Tables['bulk_run_rows']>

/** Begins a run with the users of a list, and answers it with how many they are. */
export async function insertRun(
  db: Db,
  run: Omit<Insertable<Tables['bulk_runs']>, 'total'>,
  list: RawBuilder<unknown>,
): Promise<RunRow> {
  await db
    .insertInto('bulk_runs')
    .values({ ...run, total: 0 })
    .execute()
  const { numAffectedRows } = await sql`
    insert into bulk_run_rows (workspace_id, run_id, person_id)
    select ${run.workspace_id}::uuid, ${run.id}::uuid, id from (${list}) as list(id) on conflict do nothing`.execute(db)
  return db
    .updateTable('bulk_runs')
    .set({ total: Number(numAffectedRows ?? 0n) })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('bulk_runs').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends, so that two processes do not do the same rows. */
export const lockRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('bulk_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const waitingRows = (db: Db, run: string, most: number): Promise<{ person_id: string }[]> =>
  db
    .selectFrom('bulk_run_rows')
    .select('person_id')
    .where('run_id', '=', run)
    .where('done', 'is', null)
    .orderBy('person_id')
    .limit(most)
    .execute()

/** What a run did to these users. */
export const resultsOf = (db: Db, run: string, users: readonly string[]): Promise<RowOfRun[]> =>
  db.selectFrom('bulk_run_rows').selectAll().where('run_id', '=', run).where('person_id', 'in', users).execute()

/** Keeps what happened to a batch, and counts it. */
export async function keepResults(db: Db, run: RunRow, rows: readonly Acted[], now: Date): Promise<RunRow> {
  const results = JSON.stringify(rows)
  await sql`
    update bulk_run_rows r set done = e.reason is null, reason = e.reason, acted_at = e."actedAt",
      was_suspended_at = e."wasSuspendedAt", was_deactivated_at = e."wasDeactivatedAt"
    from jsonb_to_recordset(${results}::jsonb) as e("user" uuid, reason text, "actedAt" timestamptz,
      "wasSuspendedAt" timestamptz, "wasDeactivatedAt" timestamptz)
    where r.run_id = ${run.id}::uuid and r.person_id = e."user"`.execute(db)
  const seen = run.seen + rows.length
  return db
    .updateTable('bulk_runs')
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

export async function markUndone(db: Db, id: string, by: string): Promise<boolean> {
  const result = await db
    .updateTable('bulk_runs')
    .set({ undone_by: by })
    .where('id', '=', id)
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** One page of what happened to each user, those it could not happen to first. */
export async function pageOfRows(
  db: Db,
  run: string,
  ask: { page: number; pageSize: number; refused?: boolean | undefined },
) {
  const { rows } = await sql<{
    person_id: string
    name: string | null
    login: string | null
    done: boolean | null
    reason: string | null
  }>`
    select r.person_id, u.first_name || ' ' || u.last_name as name, u.user_id as login, r.done, r.reason
    from bulk_run_rows r left join users u on u.workspace_id = r.workspace_id and u.id = r.person_id
    where r.run_id = ${run}::uuid ${ask.refused === undefined ? sql`` : sql`and r.done = ${!ask.refused}`}
    order by r.done nulls last, u.sort_name, r.person_id
    limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  return rows
}

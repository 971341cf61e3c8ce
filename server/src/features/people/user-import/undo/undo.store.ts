import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { userSources } from '@claviger/contract/people/users'
import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import type { Db } from '../../../../ground/db/db.ts'
import { type Asker, standsAbove } from '../../../work/rank/asker.ts'
import type { Tables } from '../../../../ground/db/db.types.ts'
import type { Columns } from '../../users/many/many.ts'

export type UndoRecord = Selectable<Tables['import_undos']>

/** One row of the import whose work is taken back. */
export interface Due {
  row: number
  outcome: 'new' | 'update'
  person_id: string
  was: Columns | null
  groups: string[]
  units: string[]
  /** Why it stays as it is. */
  reason: BulkReason | null
}

export type Undone = { row: number; undone: 'removed' | 'set-back' | 'stayed'; stayed_for: string | null }

// Columns of users as the import has written them must all still hold that, else somebody has changed them since
const reasonFor = (by: Asker): RawBuilder<BulkReason | null> => sql`case
  when u.id is null or u.deleted_at is not null then 'unknown'
  when ${standsAbove(by, sql`u.id`)} then 'above-you'
  when r.outcome = 'new' and u.id = ${by.id}::uuid then 'own-account'
  when r.outcome = 'update' and (r.was is null or u.source <> ${sql.lit(userSources.local)}
    or not to_jsonb(u) @> (r.fields -> 'columns')) then 'changed-since'
end`

const standing = sql`left join users u on u.id = r.person_id`
const written = sql`r.person_id is not null and r.outcome in ('new', 'update')`

export interface Weight {
  outcome: Due['outcome']
  reason: BulkReason | null
  count: number
  keys: number
}

/** How many users would be removed and set back, and how many would stay, by reason. */
export async function weigh(db: Db, id: string, by: Asker): Promise<Weight[]> {
  const { rows } = await sql<Weight>`
    select outcome, reason, count(*) as count, coalesce(sum(keys), 0) as keys
    from (
      select r.outcome, ${reasonFor(by)} as reason, u.active_keys as keys
      from import_rows r ${standing} where r.import_id = ${id}::uuid and ${written}
    ) judged group by outcome, reason order by count(*) desc`.execute(db)
  return rows
}

/** Users of the next rows after one, and the last of these rows; undefined when there is none. */
export async function nextPeople(db: Db, id: string, after: number, most: number) {
  const { rows } = await sql<{ last: number | null; people: string[] | null }>`
    select max(row) as last, array_agg(person_id) as people from (
      select r.row, r.person_id from import_rows r
      where r.import_id = ${id}::uuid and r.row > ${after}::integer and ${written} order by r.row limit ${most}::integer
    ) next`.execute(db)
  const [next] = rows
  const last = next?.last ?? undefined
  return last === undefined ? undefined : { last, people: next?.people ?? [] }
}

/** These rows with what to do; their users are held by the caller. */
export async function dueRows(db: Db, id: string, by: Asker, after: number, last: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.row, r.outcome, r.person_id, r.was, r.fields -> 'groups' as groups, r.fields -> 'units' as units,
      ${reasonFor(by)} as reason
    from import_rows r ${standing}
    where r.import_id = ${id}::uuid and r.row > ${after}::integer and r.row <= ${last}::integer and ${written}
    order by r.row`.execute(db)
  return rows
}

export async function keepUndone(db: Db, id: string, rows: readonly Undone[]): Promise<void> {
  const numbers = rows.map(one => one.row)
  await sql`
    update import_rows r set undone = e.undone, stayed_for = e.stayed_for
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, undone text, stayed_for text)
    where r.import_id = ${id}::uuid and r.row = e.row
      and r.row between ${Math.min(...numbers)}::integer and ${Math.max(...numbers)}::integer`.execute(db)
}

export async function insertUndo(db: Db, row: Insertable<Tables['import_undos']>): Promise<UndoRecord> {
  return db.insertInto('import_undos').values(row).returningAll().executeTakeFirstOrThrow()
}

export const findUndo = (db: Db, id: string): Promise<UndoRecord | undefined> =>
  db.selectFrom('import_undos').selectAll().where('import_id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends, so that two processes do not do the same rows. */
export const lockUndo = (db: Db, id: string): Promise<UndoRecord | undefined> =>
  db.selectFrom('import_undos').selectAll().where('import_id', '=', id).forUpdate().executeTakeFirst()

export async function updateUndo(db: Db, id: string, to: Updateable<Tables['import_undos']>): Promise<void> {
  await db
    .updateTable('import_undos')
    .set({ ...to, touched_at: sql<Date>`now()` })
    .where('import_id', '=', id)
    .execute()
}

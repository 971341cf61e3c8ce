import type { CardStayReason } from '@claviger/contract/keys/card-import'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../../ground/db/db.ts'
import { type Asker, standsAbove } from '../../../work/rank/asker.ts'
import type { Tables } from '../../../../ground/db/db.types.ts'

export type CardUndo = Selectable<Tables['card_import_undos']>

/** One row of the import whose key is taken back. */
export interface DueCard {
  row: number
  key_id: string
  user_id: string | null
  name: string | null
  fills: boolean
  told: boolean
  /** Why it stays as it is. */
  reason: CardStayReason | null
}

export type UndoneCard = { row: number; undone: 'removed' | 'emptied' | 'stayed'; stayed_for: string | null }

// Whoever changes a key notes when; uses and PINs are no changes. A key that waits again would lose what it holds
const reasonFor = (by: Asker): RawBuilder<CardStayReason | null> => sql`case
  when k.id is null then 'unknown'
  when ${standsAbove(by, sql`u.id`)} then 'above-you'
  when u.id = ${by.id}::uuid then 'own-key'
  when k.changed_at <> k.activated_at or k.status <> 20 then 'changed-since'
  when r.fills and (k.last_used_at is not null
    or exists (select from held_credentials h where h.security_key_id = k.id)
    or exists (select from credentials c where c.security_key_id = k.id)) then 'used-since'
end`

const standing = sql`left join security_keys k on k.id = r.key_id and not k.binned
  left join users u on u.id = k.user_id`
const written = sql`r.result = 'success' and r.key_id is not null`

interface Weight {
  fills: boolean
  reason: CardStayReason | null
  count: number
  used: number
}

/** How many keys would go and wait again, and how many would stay, by reason. */
export async function weighCards(db: Db, id: string, by: Asker): Promise<Weight[]> {
  const { rows } = await sql<Weight>`
    select fills, reason, count(*)::integer as count, count(*) filter (where used)::integer as used
    from (
      select r.fills, ${reasonFor(by)} as reason, k.last_used_at is not null as used
      from card_import_rows r ${standing} where r.import_id = ${id}::uuid and ${written}
    ) judged group by fills, reason order by count(*) desc`.execute(db)
  return rows
}

/** The next rows after one with what to do, their owners and keys held in the order of their ids. */
export async function dueCards(db: Db, undo: CardUndo, by: Asker, most: number): Promise<DueCard[]> {
  const next = sql`select r.row, r.key_id, r.person_id from card_import_rows r
    where r.import_id = ${undo.import_id}::uuid and r.row > ${undo.last_row}::integer and ${written}
    order by r.row limit ${most}::integer`
  await sql`select from users where id in (select person_id from (${next}) next) order by id for no key update`.execute(
    db,
  )
  await sql`select from security_keys where id in (select key_id from (${next}) next) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<DueCard>`
    select r.row, r.key_id, k.user_id, k.name, r.fills, coalesce(r.mailed, false) as told, ${reasonFor(by)} as reason
    from card_import_rows r ${standing}
    where r.import_id = ${undo.import_id}::uuid and r.row > ${undo.last_row}::integer and ${written}
    order by r.row limit ${most}::integer`.execute(db)
  return rows
}

export async function keepCardsUndone(db: Db, id: string, rows: readonly UndoneCard[]): Promise<void> {
  const numbers = rows.map(one => one.row)
  await sql`
    update card_import_rows r set undone = e.undone, stayed_for = e.stayed_for
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(row integer, undone text, stayed_for text)
    where r.import_id = ${id}::uuid and r.row = e.row
      and r.row between ${Math.min(...numbers)}::integer and ${Math.max(...numbers)}::integer`.execute(db)
}

export const insertCardUndo = (db: Db, row: Insertable<Tables['card_import_undos']>): Promise<CardUndo> =>
  db.insertInto('card_import_undos').values(row).returningAll().executeTakeFirstOrThrow()

export const findCardUndo = (db: Db, id: string): Promise<CardUndo | undefined> =>
  db.selectFrom('card_import_undos').selectAll().where('import_id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends, so that two processes do not do the same rows. */
export const lockCardUndo = (db: Db, id: string): Promise<CardUndo | undefined> =>
  db.selectFrom('card_import_undos').selectAll().where('import_id', '=', id).forUpdate().executeTakeFirst()

export async function updateCardUndo(db: Db, id: string, to: Updateable<Tables['card_import_undos']>): Promise<void> {
  await db
    .updateTable('card_import_undos')
    .set({ ...to, touched_at: sql<Date>`now()` })
    .where('import_id', '=', id)
    .execute()
}

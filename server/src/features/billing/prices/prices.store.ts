import type { PriceTable } from '@claviger/contract/billing/prices'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export async function savedTables(db: Db): Promise<PriceTable[]> {
  const { rows } = await sql<{ content: PriceTable }>`select content from price_tables`.execute(db)
  return rows.map(row => row.content)
}

export async function putTable(db: Db, table: PriceTable, now: Date): Promise<void> {
  await sql`insert into price_tables (currency, valid_from, content, saved_at)
    values (${table.currency}, ${table.validFrom}::date, ${JSON.stringify(table)}::jsonb, ${now})
    on conflict (currency, valid_from) do update set content = excluded.content, saved_at = excluded.saved_at`.execute(
    db,
  )
}

export async function deleteTable(db: Db, currency: string, validFrom: string): Promise<boolean> {
  const { rows } = await sql`
    delete from price_tables where currency = ${currency} and valid_from = ${validFrom}::date returning currency`.execute(
    db,
  )
  return rows.length > 0
}

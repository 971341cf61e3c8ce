import { CompiledQuery } from 'kysely'
import type { Db } from '../platform/db/db.ts'

const batch = 5000

/** Inserts many rows in few statements. `columns` contains SQL types; rows have their values in that order. */
export async function insertMany(
  db: Db,
  table: string,
  columns: Record<string, string>,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map((type, i) => `$${i + 1}::${type}[]`)
  const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch)
    const values = names.map((_name, i) => part.map(row => row[i] ?? null))
    await db.executeQuery(CompiledQuery.raw(text, values))
  }
}

import type pg from 'pg'

/**
 * Fills a table without its indexes except the primary key, and builds them afterwards: maintaining them row by row is
 * too slow for a million rows.
 */
export async function fillWithoutIndexes(
  client: pg.Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname <> $1 || '_pkey'`,
    [table],
  )
  await client.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off")
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
  await client.query('reset maintenance_work_mem; reset work_mem; reset synchronous_commit')
}

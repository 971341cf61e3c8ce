import { type Db, run } from '#platform/db/db.ts'

/** Attributes by which applications of the workspace identify users: attribute1 to attribute5. */
export async function identifyingFields(db: Db): Promise<string[]> {
  const { rows } = await run<{ field: string }>(
    db,
    'select field from identifying_fields where workspace_id = current_workspace() order by field',
    [],
  )
  return rows.map(row => row.field)
}

/** Attribute values that already belong to another user. */
export async function takenValues(
  db: Db,
  wanted: readonly { id: string; field: string; value: string }[],
): Promise<Set<string>> {
  const { rows } = await run<{ id: string }>(
    db,
    `select distinct w.id from jsonb_to_recordset($1::jsonb) as w(id uuid, field text, value text, place integer)
     where exists (select from identifier_values v where v.workspace_id = current_workspace() and v.field = w.field
         and v.value = identifier_key(w.value) and v.user_id <> w.id)
       or exists (select from jsonb_to_recordset($1::jsonb) as o(id uuid, field text, value text, place integer)
         where o.field = w.field and o.place < w.place and o.id <> w.id and identifier_key(o.value) = identifier_key(w.value))`,
    [JSON.stringify(wanted.map((one, place) => ({ ...one, place })))],
  )
  return new Set(rows.map(row => row.id))
}

/** Values of an attribute that several users have, with the names of some of them. */
export async function sharedValues(db: Db, field: string): Promise<{ value: string; names: string[] }[]> {
  const { rows } = await run<{ value: string; names: string[] }>(db, 'select * from shared_identifiers($1)', [field])
  return rows
}

/** Names of identity providers that fill an attribute. */
export async function fillingProviders(db: Db, field: string): Promise<string[]> {
  const { rows } = await run<{ name: string }>(db, 'select providers_that_fill as name from providers_that_fill($1)', [
    field,
  ])
  return rows.map(row => row.name)
}

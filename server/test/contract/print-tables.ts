import type pg from 'pg'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  timestamptz: 'Timestamp',
  date: 'string',
  bytea: 'Buffer',
  jsonb: 'Json',
  xid8: 'string',
  _int2: 'number[]',
  _text: 'string[]',
  _timestamptz: 'Date[]',
  _uuid: 'string[]',
}

const head = `// Printed from a migrated database by \`npm run print:tables\`; a law says that they match.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<Record<string, unknown>, string, string>
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>
`

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
  is_generated: 'ALWAYS' | 'NEVER'
}

const nullable = (type: string) =>
  type === 'Timestamp'
    ? 'ColumnType<Date | null, Date | string | null | undefined, Date | string | null>'
    : type === 'Json'
      ? 'ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>'
      : `${type} | null`

function columnType(column: Column): string {
  const type = types[column.udt_name]
  if (!type) throw new Error(`no TypeScript type for ${column.udt_name} (${column.table_name}.${column.column_name})`)
  if (column.is_generated === 'ALWAYS') return `GeneratedAlways<${type}>`
  if (column.is_nullable === 'YES') return nullable(type)
  if (column.column_default !== null) return type === 'Timestamp' ? 'Defaulted<Timestamp>' : `Generated<${type}>`
  return type
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_match, _bar, letter: string) => letter.toUpperCase())

export async function printTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(
    `select table_name, column_name, udt_name, is_nullable, column_default, is_generated from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'
       and not exists (select from pg_class c where c.oid = format('%I', table_name)::regclass and c.relispartition) order by table_name, ordinal_position`,
  )
  const tables = Map.groupBy(rows, row => row.table_name)
  const interfaces = [...tables].map(
    ([name, columns]) =>
      `interface ${pascal(name)} {\n${columns.map(c => `  ${c.column_name}: ${columnType(c)}`).join('\n')}\n}\n`,
  )
  const index = `export interface Tables {\n${[...tables.keys()].map(name => `  ${name}: ${pascal(name)}`).join('\n')}\n}\n`
  // The column that the row-level security policy compares
  const guarded = await client.query<{ name: string; column: string | null }>(
    `select relname as name, substring(pg_get_expr(polqual, polrelid) from '^\\(([a-z_]+) = ') as column
     from pg_class left join pg_policy on polrelid = pg_class.oid and polname = 'own_workspace'
     where relnamespace = 'public'::regnamespace and relrowsecurity and not relispartition order by 1`,
  )
  const lines = guarded.rows.map(({ name, column }) => {
    if (column === null) throw new Error(`No policy says to which workspace a row of ${name} belongs`)
    return `  ${name}: '${column}',\n`
  })
  const tenants = `/** What belongs to a workspace, and the column that says to which. */\nexport const tenants: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`
  return `${head}\n${interfaces.join('\n')}\n${index}\n${tenants}`
}

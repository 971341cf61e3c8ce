import type pg from 'pg'

/** A table whose rows belong into a backup. */
export interface Table {
  /** As it stands in statements, with its schema. */
  name: string
  columns: string
  /** How its rows are read: those of a table in parts through the whole. */
  from: string
}

// The list of migrations is of whoever makes the tables; limits of rates and the version of the jobs' tables are, too
const left = ['migrations', 'rate_limits', 'version']

// Parts are read through the whole; what is counted out by the database itself is counted out again
const everyTable = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    c.relkind = 'p' as parted,
    has_table_privilege(c.oid, 'select') and (not c.relrowsecurity or exists (
      select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
        and 'claviger_super'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true'))
      and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive
        and (p.polroles = '{0}' or 'claviger_super'::regrole = any (p.polroles))) as seen
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and not c.relname = any ($1)
  order by 1`

/**
 * Every table of a backup, by name. Throws where the role that asks would not be shown each row of one: a backup that
 * lacks something must not look like one that has it.
 */
export async function tablesOf(client: pg.ClientBase, reading: boolean): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string; parted: boolean; seen: boolean }>(everyTable, [
    left,
  ])
  const hidden = rows.filter(row => !row.seen).map(row => row.name)
  if (reading && hidden.length > 0) throw new Error(`not every row can be read of ${hidden.join(', ')}`)
  return rows.map(({ name, columns, parted }) => ({
    name,
    columns,
    from: parted ? `(select ${columns} from ${name})` : `${name} (${columns})`,
  }))
}

/** Whom tables were made by: the migrations that were applied, and the version of the jobs' tables. */
export interface Made {
  migrations: Record<string, string>
  jobs: number
}

/** How the tables of a database were made. */
export async function madeBy(client: pg.ClientBase): Promise<Made> {
  const { rows } = await client.query<Made>(`
    select (select jsonb_object_agg(name, checksum order by name) from migrations) as migrations,
      (select version from jobs.version) as jobs`)
  const [made] = rows
  if (!made) throw new Error('nobody made these tables')
  return made
}

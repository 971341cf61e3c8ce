import type pg from 'pg'

export interface BackupTable {
  name: string
  columns: string
  from: string
}

// Tables created by migrations, with rate limits and job schema version, are not part of a backup
const left = ['migrations', 'rate_limits', 'version']

// Partitions are read through their parent; generated columns are generated again
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
 * All tables of a backup, by name.
 * @throws if row-level security would hide rows of one: an incomplete backup must not look complete
 */
export async function tablesOf(client: pg.ClientBase, reading: boolean): Promise<BackupTable[]> {
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

export interface DatabaseVersion {
  migrations: Record<string, string>
  jobs: number
}

export async function madeBy(client: pg.ClientBase): Promise<DatabaseVersion> {
  const { rows } = await client.query<DatabaseVersion>(`
    select (select jsonb_object_agg(name, checksum order by name) from migrations) as migrations,
      (select version from jobs.version) as jobs`)
  const [made] = rows
  if (!made) throw new Error("these tables don't exist")
  return made
}

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

/** All that a server becomes: who sees one workspace, who sees all, and who sees the people of some units. */
const roles = ['claviger_app', 'claviger_super', 'claviger_unit']

/**
 * Makes the login of the servers on this database, or sets it right: it owns nothing, inherits nothing, and may become
 * the three roles only. Logins belong to the whole cluster, so it is named after the database.
 */
export async function login(client: pg.ClientBase, password: string): Promise<{ user: string; password: string }> {
  const { rows } = await client.query<{ user: string; known: boolean }>(
    `select name as user, exists (select from pg_roles where rolname = name) as known
     from (select 'claviger_runtime_' || oid as name from pg_database where datname = current_database()) as named`,
  )
  const user = rows[0]?.user ?? ''
  const may = 'login noinherit nocreatedb nocreaterole'
  const hidden = pg.escapeLiteral(hiddenPassword(password))
  // Written out here, a password would stand in the log of a database that logs such statements
  await client.query(
    `${rows[0]?.known ? 'alter' : 'create'} role ${pg.escapeIdentifier(user)} ${may} password ${hidden}`,
  )
  await letIn(client, user)
  return { user, password }
}

/** Lets a login into this database as the three roles, and nobody else but the owner: logins of other databases stay out. */
export async function letIn(client: pg.ClientBase, user: string): Promise<void> {
  const { rows } = await client.query<{ database: string; missing: string[]; open: boolean; version: number }>(
    `select current_database() as database, current_setting('server_version_num')::int as version,
       array(select name from unnest($2::text[]) as name where not pg_has_role($1, name, 'member')) as missing,
       not has_database_privilege($1, current_database(), 'connect')
         or coalesce((select bool_or(grantee = 0) from aclexplode(coalesce(datacl, acldefault('d', datdba)))), false) as open
     from pg_database where datname = current_database()`,
    [user, roles],
  )
  const [state] = rows
  if (!state) return
  const name = pg.escapeIdentifier(user)
  // From version 16 on, what a member inherits is said with each grant; before, by the login itself
  const quietly = state.version >= 160_000 ? ' with inherit false' : ''
  for (const role of state.missing) await client.query(`grant ${role} to ${name}${quietly}`)
  if (!state.open) return
  const database = pg.escapeIdentifier(state.database)
  await client.query(`grant connect on database ${database} to ${name}`)
  await client.query(`revoke connect, temporary on database ${database} from public`)
}

/** The form in which PostgreSQL keeps a password (RFC 5803). */
function hiddenPassword(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyOf = (word: string) => createHmac('sha256', salted).update(word).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import pg from 'pg'

/** Kinds of database logins: one workspace, read-only in one workspace, and all workspaces. */
export type LoginKind = 'app' | 'read' | 'super'

interface Rule {
  roles: readonly string[]
  settings: Readonly<Record<string, string>>
}

// Settings belong to the login, because connection poolers drop session settings. Parallel workers are off: with many
// callers, starting workers for one of them costs more than a page of a list
const always = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  max_parallel_workers_per_gather: '0',
}
const app: Rule = { roles: ['claviger_app', 'claviger_unit'], settings: { role: 'claviger_app', ...always } }
const rules: Readonly<Record<LoginKind, Rule>> = {
  app,
  read: { ...app, settings: { ...app.settings, default_transaction_read_only: 'on' } },
  // Switches down to one workspace once it is known
  super: { roles: ['claviger_super', 'claviger_app'], settings: { role: 'claviger_super', ...always } },
}
const kinds = Object.keys(rules) as LoginKind[]

export interface Login {
  user: string
  password: string
}

interface State {
  kind: LoginKind
  user: string
  known: boolean
  settings: string[]
}

// Logins are shared by the cluster, so their names contain the database's name
const state = `
  select kind, name as user, rolname is not null as known, coalesce(rolconfig, '{}') as settings
  from pg_database
    cross join lateral unnest($1::text[]) as kind
    cross join lateral (select 'claviger_runtime_' || pg_database.oid || '_' || kind as name) as named
    left join pg_roles on rolname = name
  where datname = current_database()`

const stateOf = async (client: pg.ClientBase) => (await client.query<State>(state, [kinds])).rows

const settingsOf = (kind: LoginKind) => Object.entries(rules[kind].settings).map(([name, value]) => `${name}=${value}`)

const isRight = ({ kind, known, settings }: State) =>
  known && settings.toSorted().join() === settingsOf(kind).toSorted().join()

export async function makeLogins(client: pg.ClientBase, secret: Buffer): Promise<Record<LoginKind, Login>> {
  const states = await stateOf(client)
  for (const one of states) {
    const name = pg.escapeIdentifier(one.user)
    // A plain-text password would appear in the database's statement log
    const hidden = pg.escapeLiteral(hiddenPassword(passwordOf(secret, one.user)))
    await client.query(
      `${one.known ? 'alter' : 'create'} role ${name} login noinherit nocreatedb nocreaterole password ${hidden}`,
    )
    if (!isRight(one)) {
      if (one.known) await client.query(`alter role ${name} reset all`)
      for (const [setting, value] of Object.entries(rules[one.kind].settings))
        await client.query(`alter role ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
    }
    await grantLogin(client, one.user, rules[one.kind].roles)
  }
  return logins(states, secret)
}

/** The existing logins of this database; undefined if incomplete, which only the owner can fix. */
export async function findLogins(client: pg.ClientBase, secret: Buffer): Promise<Record<LoginKind, Login> | undefined> {
  const states = await stateOf(client)
  return states.every(isRight) ? logins(states, secret) : undefined
}

const logins = (states: readonly State[], secret: Buffer) =>
  Object.fromEntries(
    states.map(({ kind, user }): [LoginKind, Login] => [kind, { user, password: passwordOf(secret, user) }]),
  ) as Record<LoginKind, Login>

/** Grants a login access to this database with some roles; other databases' logins are locked out. */
export async function grantLogin(client: pg.ClientBase, user: string, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ database: string; missing: string[]; open: boolean; version: number }>(
    `select current_database() as database, current_setting('server_version_num')::int as version,
       array(select name from unnest($2::text[]) as name where not pg_has_role($1, name, 'member')) as missing,
       not has_database_privilege($1, current_database(), 'connect')
         or coalesce((select bool_or(grantee = 0) from aclexplode(coalesce(datacl, acldefault('d', datdba)))), false) as open
     from pg_database where datname = current_database()`,
    [user, roles],
  )
  const [is] = rows
  if (!is) return
  const name = pg.escapeIdentifier(user)
  // From PostgreSQL 16, inheritance is a property of each grant; before, of the login
  const quietly = is.version >= 160_000 ? ' with inherit false' : ''
  for (const role of is.missing) await client.query(`grant ${role} to ${name}${quietly}`)
  if (!is.open) return
  const database = pg.escapeIdentifier(is.database)
  await client.query(`grant connect on database ${database} to ${name}`)
  await client.query(`revoke connect, temporary on database ${database} from public`)
}

const passwordOf = (secret: Buffer, user: string) =>
  createHmac('sha256', secret).update(`login ${user}`).digest('base64url')

/**
 * SCRAM verifier as stored by PostgreSQL (RFC 5803). Deterministic across starts, because a connection pooler may
 * have a copy. A salt is not a secret.
 */
function hiddenPassword(password: string): string {
  const rounds = 4096
  const salt = createHmac('sha256', password).update('salt').digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyOf = (word: string) => createHmac('sha256', salted).update(word).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

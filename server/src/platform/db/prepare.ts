import type pg from 'pg'
import { installJobs } from '../jobs.ts'
import type { Sealer } from '../secrets/seal.ts'
import { installationSecret } from '../secrets/secrets.ts'
import { runExclusively } from './exclusive-work.ts'
import type { ConnectionConfig } from './db.ts'
import { findLogins, grantLogin, type Login, type LoginKind, makeLogins } from './login.ts'
import { migrate, MigrationRefusal, missingMigrations } from './migrate.ts'
import { outdatedGrants, writeRoleGrants } from './role-grants.ts'
import { createClient } from './database-client.ts'

export type Connections = Readonly<Record<LoginKind, ConnectionConfig>>

export interface PreparedDatabase {
  readonly connections: Connections
  readonly readLogin: Login
  readonly migrated: readonly string[]
}

/**
 * Migrates the database as its owner, and returns the server's logins, creating them if necessary. Without an owner,
 * everything must already exist.
 * @throws if it doesn't, or if the given login can do neither
 */
export async function prepareDatabase(
  given: ConnectionConfig,
  owner: ConnectionConfig | undefined,
  seal: Sealer,
): Promise<PreparedDatabase> {
  const client = await connect(given)
  try {
    await mustBeNewEnough(client)
    const { rows } = await client.query<{ name: string; owns: boolean }>(
      `select current_user as name, pg_has_role(datdba, 'member') as owns from pg_database where datname = current_database()`,
    )
    const [me] = rows
    if (me?.owns === true) return await prepareAs(client, given, seal)
    if (owner === undefined) return prepared(given, await mustBeReady(client, seal), [])
    const other = await connect(owner)
    try {
      const ready = await prepareAs(other, given, seal)
      // A start without the owner checks with this role whether everything exists
      await runExclusively(other, () => grantLogin(other, me?.name ?? '', ['claviger_super']))
      return ready
    } finally {
      await other.end()
    }
  } finally {
    await client.end()
  }
}

export async function upgradeDatabase(client: pg.ClientBase): Promise<string[]> {
  const migrated = await migrate(client)
  await runExclusively(client, async () => {
    await writeRoleGrants(client)
    if (migrated.length > 0) await client.query('grant select on migrations to claviger_super')
  })
  await installJobs(client)
  return migrated
}

async function prepareAs(client: pg.Client, given: ConnectionConfig, seal: Sealer): Promise<PreparedDatabase> {
  const migrated = await upgradeDatabase(client)
  const logins = await runExclusively(client, async () => makeLogins(client, await secret(client, seal)))
  return prepared(given, logins, migrated)
}

const prepared = (
  given: ConnectionConfig,
  logins: Record<LoginKind, Login>,
  migrated: readonly string[],
): PreparedDatabase => ({
  connections: byLogins(given, logins),
  readLogin: logins.read,
  migrated,
})

async function mustBeNewEnough(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  const [is] = rows
  if (is && is.number < 150_000)
    throw new MigrationRefusal(
      `Claviger needs PostgreSQL 15 or newer; the database is ${is.version}. Nothing was changed`,
    )
}

async function mustBeReady(client: pg.ClientBase, seal: Sealer): Promise<Record<LoginKind, Login>> {
  await client.query('begin; set local role claviger_super')
  const missing = [...(await missingMigrations(client))]
  if (missing.length === 0 && (await outdatedGrants(client)) > 0) missing.push('what roles give')
  const logins = missing.length === 0 ? await findLogins(client, await secret(client, seal)) : undefined
  await client.query('commit')
  if (logins) return logins
  if (missing.length === 0) missing.push('its logins')
  throw new Error(
    `The database lacks ${missing.join(', ')}, and the login of DATABASE_URL can't change tables. Start once with DATABASE_OWNER_URL`,
  )
}

const secret = (client: pg.ClientBase, seal: Sealer) => installationSecret(client, seal, 'database-login')

async function connect(connection: ConnectionConfig): Promise<pg.Client> {
  const client = createClient(connection, 'start')
  await client.connect()
  return client
}

const byLogins = (given: ConnectionConfig, logins: Record<LoginKind, Login>): Connections => ({
  app: withLogin(given, logins.app),
  read: withLogin(given, logins.read),
  super: withLogin(given, logins.super),
})

export function withLogin(connection: ConnectionConfig, { user, password }: Login): ConnectionConfig {
  if (connection.connectionString === undefined) return { ...connection, user, password }
  const more = new URLSearchParams({ user, password }).toString()
  const sign = connection.connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connection.connectionString}${sign}${more}` }
}

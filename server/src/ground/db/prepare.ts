import pg from 'pg'
import { installJobs } from '../jobs.ts'
import type { Sealer } from '../secrets/seal.ts'
import { installationSecret } from '../secrets/secrets.ts'
import type { Connection } from './db.ts'
import { letIn, login } from './login.ts'
import { migrate, MigrationRefusal, missingMigrations } from './migrate.ts'
import { outdatedGrants, writeRoleGrants } from './role-grants.ts'

export interface Prepared {
  /** How the server reaches its database from here on: by a login that owns nothing. */
  readonly connection: Connection
  readonly migrated: readonly string[]
}

// One process at a time; the others wait here and then find nothing to do
const alone = 'select pg_advisory_lock(7217)'

/**
 * Brings the database up to date as the owner of its tables, and answers the login that the server works by. That is
 * the given one where it may not become the owner; else one that is made for this database. Without an owner the database
 * must be up to date already. Throws when it is not, or when the given login may do neither.
 */
export async function prepareDatabase(
  given: Connection,
  owner: Connection | undefined,
  seal: Sealer,
): Promise<Prepared> {
  const client = await connect(given)
  try {
    await mustBeNewEnough(client)
    const { rows } = await client.query<{ name: string; owns: boolean }>(
      `select current_user as name, pg_has_role(datdba, 'member') as owns from pg_database where datname = current_database()`,
    )
    const [me] = rows
    if (me?.owns === true)
      return await prepareAs(client, async () => withLogin(given, await login(client, await secret(client, seal))))
    if (owner === undefined) return { connection: given, migrated: await mustBeReady(client) }
    const other = await connect(owner)
    try {
      return await prepareAs(other, async () => {
        await letIn(other, me?.name ?? '')
        return given
      })
    } finally {
      await other.end()
    }
  } finally {
    await client.end()
  }
}

/** Brings the database up to date as its owner: tables, and those of the jobs. */
export async function bringUpToDate(client: pg.ClientBase): Promise<string[]> {
  await client.query(alone)
  const migrated = await migrate(client)
  await writeRoleGrants(client)
  await installJobs(client)
  // Whoever starts without the owner looks here whether it may
  if (migrated.length > 0) await client.query('grant select on migrations to claviger_super')
  return migrated
}

async function prepareAs(client: pg.Client, connection: () => Promise<Connection>): Promise<Prepared> {
  const migrated = await bringUpToDate(client)
  return { migrated, connection: await connection() }
}

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

async function mustBeReady(client: pg.ClientBase): Promise<string[]> {
  await client.query('set role claviger_super')
  const missing = [...(await missingMigrations(client))]
  if (missing.length === 0 && (await outdatedGrants(client)) > 0) missing.push('what roles give')
  if (missing.length === 0) return missing
  throw new Error(
    `The database lacks ${missing.join(', ')}, and the login of DATABASE_URL may not change tables: start once with DATABASE_OWNER_URL`,
  )
}

const secret = async (client: pg.ClientBase, seal: Sealer) =>
  (await installationSecret(client, seal, 'database-login')).toString('base64url')

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'claviger start' })
  await client.connect()
  return client
}

/** This database by another login; in an address, what stands behind it outranks what stands in front. */
function withLogin(connection: Connection, { user, password }: { user: string; password: string }): Connection {
  if (connection.connectionString === undefined) return { ...connection, user, password }
  const more = new URLSearchParams({ user, password }).toString()
  const sign = connection.connectionString.includes('?') ? '&' : '?'
  return { ...connection, connectionString: `${connection.connectionString}${sign}${more}` }
}

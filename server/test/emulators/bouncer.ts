import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountForPostgres } from '../../src/platform/embedded/postgres-account.ts'

// `npm test` installs it if missing (start/pgbouncer.mjs)
export const bouncerProgram = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'

/** From 1.21 on it supports prepared statements; tests run with and without. Empty if it is missing. */
export function poolingModes(): { called: string; prepared: number | undefined }[] {
  const { error, stdout: said } = spawnSync(bouncerProgram, ['--version'], { encoding: 'utf8' })
  if (error) {
    process.stdout.write('pgbouncer is absent: nothing was tried behind it\n')
    return []
  }
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number)
  const keeps = major > 1 || minor >= 21
  return [
    { called: 'keeps no prepared statements', prepared: keeps ? 0 : undefined },
    ...(keeps ? [{ called: 'keeps prepared statements', prepared: 50 }] : []),
  ]
}

export interface Bouncer {
  url: string
  role: string
  end(): Promise<void>
}

// As documented in docs/operations.md
const asks = (role: string, database: string) => `
  create role ${role} login password 'bounced';
  grant connect on database ${database} to ${role};
  create schema pgbouncer authorization ${role};
  create function pgbouncer.login(name text, out usename name, out passwd text) language sql security definer
    set search_path = pg_catalog as 'select rolname, rolpassword from pg_authid where rolname = name and not rolsuper';
  revoke execute on function pgbouncer.login from public;
  grant execute on function pgbouncer.login to ${role}`

export async function startBouncer(url: string, prepared: number | undefined): Promise<Bouncer> {
  const address = new URL(url)
  const host = address.searchParams.get('host') ?? address.hostname
  const port = address.searchParams.get('port') ?? (address.port || '5432')
  const [user, password] = [address.username, decodeURIComponent(address.password)]
  const database = address.pathname.slice(1)
  const role = `bouncer_of_${database}`
  await as(url, asks(role, database))
  const folder = await mkdtemp(join(tmpdir(), 'bouncer-'))
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${port} auth_user=${role}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'default_pool_size = 1',
    'max_client_conn = 500',
    ...(prepared === undefined ? [] : [`max_prepared_statements = ${prepared}`]),
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users`,
    'auth_query = select usename, passwd from pgbouncer.login($1)',
    `unix_socket_dir = ${folder}`,
    'listen_addr =',
    // It opens no port, but its socket is named after it
    'listen_port = 6432',
  ]
  await writeFile(join(folder, 'bouncer.ini'), settings.join('\n'))
  await writeFile(join(folder, 'users'), `"${user}" "${password}"\n"${role}" "bounced"\n`, { mode: 0o600 })
  const account = accountForPostgres()
  if (account)
    for (const path of ['', 'bouncer.ini', 'users']) await chown(join(folder, path), account.uid, account.gid)
  const child = spawn(bouncerProgram, ['--quiet', join(folder, 'bouncer.ini')], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const gone = once(child, 'exit')
  const through = new URL(url)
  for (const [name, value] of Object.entries({ host: folder, port: '6432' })) through.searchParams.set(name, value)
  for (let waited = 0; !(await answers(through.toString())); waited += 50) {
    if (child.exitCode !== null || waited > 30_000) throw new Error(`pgbouncer did not start:\n${said}`)
    await sleep(50)
  }
  return {
    url: through.toString(),
    role,
    async end() {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function as(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

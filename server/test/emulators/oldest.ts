// The oldest supported PostgreSQL, as an external database.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountForPostgres } from '../../src/platform/embedded/postgres-account.ts'

// `npm test` downloads it and passes its location (start/oldest-postgres.mjs)
const programs = process.env['OLDEST_POSTGRES'] ?? ''

export const hasOldestPostgres = existsSync(join(programs, 'bin', 'postgres'))

export interface OldestPostgres {
  address(user: string, password: string, database: string): string
  tell(statement: string): Promise<void>
  end(): Promise<void>
}

export async function startOldest(): Promise<OldestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'oldest-'))
  const account = accountForPostgres()
  const who = account ? { uid: account.uid, gid: account.gid } : {}
  if (account) await chown(folder, account.uid, account.gid)
  // Its account may not have access to our folder
  const home = join(folder, 'native')
  await cp(programs, home, { recursive: true, verbatimSymlinks: true, filter: source => !source.endsWith('.a') })
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
  const data = join(folder, 'data')
  const made = spawnSync(
    join(home, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...who, cwd: '/', env, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'port=5432', 'fsync=off']
  const child = spawn(join(home, 'bin', 'postgres'), ['-D', data, ...settings.flatMap(setting => ['-c', setting])], {
    ...who,
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const gone = once(child, 'exit')
  const oldest: OldestPostgres = {
    address: (user, password, database) =>
      `postgres://${user}:${password}@localhost/${database}?host=${folder}&port=5432`,
    async tell(statement) {
      const client = new pg.Client(oldest.address('postgres', '', 'postgres'))
      await client.connect()
      try {
        await client.query(statement)
      } finally {
        await client.end()
      }
    },
    async end() {
      child.kill('SIGINT')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
  for (
    let waited = 0;
    !(await oldest.tell('select 1').then(
      () => true,
      () => false,
    ));
    waited += 50
  ) {
    if (child.exitCode !== null || waited > 30_000) throw new Error(`PostgreSQL did not start:\n${said}`)
    await sleep(50)
  }
  return oldest
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Child, idAt, root, start } from './machine.ts'
import { confirmForLong, waitUntil } from './tenant.ts'
import { loopback } from '../server/test/app/loopback.ts'

/** The shared environment of all scenarios: a durable database with 100,000 users, one server, one signed-in user. */
export interface Stage {
  databaseUrl: string
  database: Child
  server: Child
  address: string
  env: Record<string, string>
  accessToken: string
  workspace: string
  session: string
  user: string
  admin(...words: string[]): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export const usersCount = Number(process.env['BENCH_USERS'] ?? 100_000)

const port = process.env['BENCH_PORT'] ?? '18477'
const address = `http://127.0.0.1:${port}`

export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-bench-'))
  const database = start('server/test/app/embedded-holder.ts', [folder], { HOLDER_LOG: 'all' }, false)
  const { connection } = JSON.parse((await database.said(/^\{"connection".*\}$/m))[0]) as {
    connection: Record<string, string>
  }
  const place = new URLSearchParams({ host: String(connection['host']), port: String(connection['port']) })
  const databaseUrl = `postgres://${connection['user']}:${connection['password']}@localhost/${connection['database']}?${place.toString()}`
  await explainable(databaseUrl)
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: folder,
    PORT: port,
    PROCESSES: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    ...loopback,
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const admin = (...words: string[]) => run(env, words)
  await admin(
    'create-workspace',
    'Bench Hospital',
    '--slug',
    'bench',
    '--owner',
    'owner@bench.example',
    '--first',
    'Olga',
    '--last',
    'Owner',
  )
  // Scenarios run fakes of other services on this machine
  for (const feature of ['directories', 'api-applications', 'provisioning', 'log-streams', 'identity-providers'])
    for (const host of ['127.0.0.1', 'localhost']) await admin('allow-address', feature, host, '--workspace', 'bench')
  await admin('seed', '--workspace', 'bench', '--users', String(usersCount))
  const issued = await admin('issue-session', 'owner@bench.example', '--workspace', 'bench', '--expires-in', '7200')
  const accessToken = String(issued['accessToken'])
  await confirmForLong(databaseUrl, accessToken)
  const server = await startServer(env)
  const bytes = Buffer.from(accessToken, 'base64url')
  const stage: Stage = {
    databaseUrl,
    database,
    server,
    address,
    env,
    accessToken,
    session: idAt(bytes, 5),
    workspace: idAt(bytes, 21),
    user: await anyUser(accessToken),
    admin,
    async close() {
      await stage.server.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return stage
}

async function explainable(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("alter system set session_preload_libraries = 'auto_explain'")
  await client.query('select pg_reload_conf()')
  await client.end()
}

export async function startServer(env: Record<string, string>): Promise<Child> {
  const server = start('server/dist/main.mjs', [], env)
  await server.said(/is ready at/)
  return server
}

async function anyUser(accessToken: string): Promise<string> {
  const ask = async () => {
    const answer = await fetch(`${address}/administrator/tokens/v2?page=3`, { headers: { authorization: accessToken } })
    return { status: answer.status, said: (await answer.json()) as { items?: { id: string }[] } }
  }
  // On a busy machine the load shedder can refuse the first calls with 503
  const { said } = await waitUntil(ask, ({ status }) => status !== 503, 1000)
  const [first] = said.items ?? []
  if (!first) throw new Error(`no user was created: ${JSON.stringify(said)}`)
  return first.id
}

async function run(env: Record<string, string>, words: string[]): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, ['server/dist/admin.mjs', ...words, '--json'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`)
  return JSON.parse(said) as Record<string, unknown>
}

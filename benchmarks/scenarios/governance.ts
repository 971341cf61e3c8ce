import pg from 'pg'
import { pino } from 'pino'
import { endWorkspaces } from '../../server/src/features/access/workspace-deletion/workspace-deletion.jobs.ts'
import { openAppContext } from '../../server/src/open-app-context.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { loadConfig } from '../../server/src/platform/config.ts'
import { fillWithoutIndexes } from '../indexes.ts'
import { timeCalls } from '../load.ts'
import { plans } from '../plans.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { confirmForLong } from '../tenant.ts'

const workspaces = Number(process.env['BENCH_WORKSPACES'] ?? 50_000)
const usersEach = Number(process.env['BENCH_WORKSPACE_USERS'] ?? 40)
const times = 100
const email = 'root@installation.example'

const lists: [string, string][] = [
  ['first page by name', ''],
  ...['name', 'created', 'users', 'keys', 'lastUse', 'trial'].flatMap((sort): [string, string][] => [
    [`sorted by ${sort}`, `sort=${sort}&order=asc`],
    [`sorted by ${sort}, descending`, `sort=${sort}&order=desc`],
  ]),
  ['search by name', 'search=governed%20123'],
  ['search without a match', 'search=zzqqx'],
  ['filter by type', 'type=3'],
  ['filter by status', 'status=2'],
  ['filter by trial that ends', 'trial=ending'],
  ['filter by partner', 'partner={partner}'],
  ['filter by size', 'minUsers=100'],
  ['filter by last use', 'unusedDays=90'],
  ['filter by special', 'special=true'],
]

/** Lists, home page, and look-ups of super administrators in an installation with 50,000 workspaces. */
export async function governance(stage: Stage): Promise<Row[]> {
  await stage.admin('create-super-admin', email)
  const issued = await stage.admin('issue-session', email, '--expires-in', '7200')
  const authorization = String(issued['accessToken'])
  await confirmForLong(stage.databaseUrl, authorization)
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const partner = await fill(client)
  const get = (path: string) => async () => {
    const answer = await fetch(stage.address + path, { headers: { authorization } })
    const said = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${said.slice(0, 300)}`)
  }
  const rows: Row[] = []
  const measure = async (what: string, path: string, bound: number, note = false) => {
    const call = get(path)
    for (let n = 0; n < 10; n++) await call()
    const { p99 } = await timeCalls(times, call)
    const row = atMost('governance', `${what}, p99`, p99, 'ms', bound)
    rows.push(note ? { ...row, note: await plans(stage, call) } : row)
  }
  try {
    for (const [what, query] of lists)
      await measure(`workspaces: ${what}`, `/superAdmin/workspaces?${query.replace('{partner}', partner)}`, 25, true)
    await measure('home: days', '/superAdmin/dailyData?days=30', 100)
    await measure('home: counts', '/superAdmin/workspaces/stats', 100)
    const found = await timeCalls(times, () =>
      get(`/superAdmin/tokens?email=u${Math.ceil(Math.random() * 1000)}-1@governed.example`)(),
    )
    rows.push(atMost('governance', 'user by exact email, p99', found.p99, 'ms', 10))
    rows.push(await reset(stage, client, get('/superAdmin/workspaces')))
    return rows
  } finally {
    await client.query("set session_replication_role = 'replica'")
    await client.query("delete from users where email like '%@governed.example'")
    await client.query('delete from administrators a where not exists (select from users u where u.id = a.user_id)')
    await client.query("delete from workspaces where slug like 'governed-%'")
    await client.end()
  }
}

/** Without triggers: only what lists and look-ups read. @returns the ID of a partner with customers */
async function fill(client: pg.Client): Promise<string> {
  await client.query("set session_replication_role = 'replica'")
  await client.query(
    `insert into workspaces (id, slug, name, type, status, sealed_key, country, created_at, trial_end_date, special,
        user_count, key_count, last_used_at)
      select gen_random_uuid(), 'governed-' || n, 'Governed ' || n, case when n % 100 = 0 then 3 when n % 4 = 0 then 2 else 1 end,
        case when n % 50 = 0 then 2 when n % 70 = 0 then 0 else 1 end, '', 'DE', now() - n * interval '20 minutes',
        case when n % 10 = 0 then current_date + (n % 60) - 20 end, n % 500 = 0, n % 300, n % 200, now() - n * interval '5 minutes'
      from generate_series(1, $1) n`,
    [workspaces],
  )
  await client.query(
    `update workspaces w set partner_id = p.id from workspaces p
      where p.slug = 'governed-' || 100 * (1 + substr(w.slug, 10)::integer % 50) and w.slug like 'governed-%' and w.type = 1`,
  )
  await client.query(
    `insert into head_counts (workspace_id, of, status, users, keys)
      select id, id, 20, user_count, key_count from workspaces where slug like 'governed-%'`,
  )
  const users = `insert into users (workspace_id, id, user_id, first_name, last_name, email)
      select w.id, gen_random_uuid(), 'u' || substr(w.slug, 10) || '-' || n, 'First' || n, 'Last' || substr(w.slug, 10),
        'u' || substr(w.slug, 10) || '-' || n || '@governed.example'
      from workspaces w, generate_series(1, $1) n where w.slug like 'governed-%'`
  await fillWithoutIndexes(client, 'users', () => client.query(users, [usersEach]))
  await client.query(
    `insert into administrators (workspace_id, user_id, role)
      select workspace_id, id, 1 from users where email like 'u%-1@governed.example'`,
  )
  for (const table of ['workspaces', 'users', 'administrators', 'head_counts']) await client.query(`analyze ${table}`)
  await client.query("set session_replication_role = 'origin'")
  const { rows } = await client.query<{ id: string }>("select id from workspaces where slug = 'governed-100'")
  return rows[0]?.id ?? ''
}

const resetUsers = Number(process.env['BENCH_RESET_USERS'] ?? 100_000)

/** Other calls while a large workspace is reset. */
async function reset(stage: Stage, client: pg.Client, call: () => Promise<void>): Promise<Row> {
  const { rows } = await client.query<{ id: string }>("select id from workspaces where slug = 'governed-1'")
  const id = rows[0]?.id ?? ''
  await client.query("set session_replication_role = 'replica'")
  const users = `insert into users (workspace_id, id, user_id, first_name, last_name)
      select $1, gen_random_uuid(), 'reset' || n, 'First' || n, 'Last' || n from generate_series(1, $2) n`
  await fillWithoutIndexes(client, 'users', () => client.query(users, [id, resetUsers]))
  await client.query("set session_replication_role = 'origin'")
  await client.query(
    `insert into workspace_deletions (workspace_id, kind, asked_by, asked_at, ends_at, status_before)
      values ($1, 2, 'Bench', now() - interval '8 days', now() - interval '1 day', 1)`,
    [id],
  )
  let over = false
  const connection = { connectionString: stage.databaseUrl }
  const world = await openAppContext(loadConfig(stage.env), connection, pino({ level: 'warn' }), systemClock)
  const began = performance.now()
  const work = Promise.resolve(endWorkspaces.work(world, {})).finally(() => (over = true))
  const taken: number[] = []
  while (!over) {
    const begun = performance.now()
    await call()
    taken.push(performance.now() - begun)
    await new Promise(done => setTimeout(done, 20))
  }
  await work
  const seconds = Math.round((performance.now() - began) / 1000)
  await world.close()
  taken.sort((a, b) => a - b)
  const left = await client.query<{ n: number }>('select count(*)::integer as n from users where workspace_id = $1', [
    id,
  ])
  if ((left.rows[0]?.n ?? 0) > 1) throw new Error(`${left.rows[0]?.n} users are left`)
  const p99 = taken[Math.floor(taken.length * 0.99)] ?? 0
  return atMost(
    'governance',
    `list of workspaces during the reset of ${resetUsers} users in ${seconds} s, p99 of ${taken.length}`,
    p99,
    'ms',
    50,
  )
}

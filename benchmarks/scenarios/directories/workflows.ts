import pg from 'pg'
import { measureBeside } from '../../beside.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

const workspaces = 5000

export async function workflows(stage: Stage): Promise<Row[]> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await fill(client)
  let seconds = 0
  const felt = await measureBeside(stage, async () => {
    const begun = performance.now()
    await client.query(`update workflows set next_run_at = now() where name = 'Bench'`)
    while ((await started(client)) < workspaces) await new Promise(done => setTimeout(done, 500))
    seconds = (performance.now() - begun) / 1000
  })
  await client.end()
  return [
    atMost('workflows', `${workspaces} daily workflows at 03:00, all started`, seconds, 's', 120),
    atMost('workflows', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
  ]
}

async function started(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::integer as n from workflow_runs where begun_at is not null',
  )
  return rows[0]?.n ?? 0
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `with made as (
       insert into workspaces (id, slug, name, type, installation, sealed_key)
         select gen_random_uuid(), 'bench-' || n, 'Bench ' || n, 1, false, decode(repeat('00', 60), 'hex')
         from generate_series(1, $1::integer) n returning id
     ), people as (
       insert into users (workspace_id, id, user_id, first_name, last_name, created_at, email)
         select made.id, gen_random_uuid(), 'person-' || n, 'Person', n::text, now() - interval '3 days',
           case when n = 2 then 'person@' || made.id || '.example' end
         from made, generate_series(1, 2) n returning workspace_id, id, user_id
     )
     insert into workflows (workspace_id, id, name, type, starts, interval, hour, minute, zone, settings, active,
         maker_id, maker_name, created_at, changed_at, changed_by)
       select workspace_id, gen_random_uuid(), 'Bench', 9, 'schedule', 1, 3, 0, 'UTC', '{"everyDays": 7, "times": 1}', true,
         id, 'Person 1', now(), now(), 'Bench'
       from people where user_id = 'person-1'`,
    [workspaces],
  )
  await client.query(
    `insert into administrators (workspace_id, user_id, role)
       select workspace_id, maker_id, 1 from workflows where name = 'Bench'`,
  )
  await client.query('analyze workflows, users, administrators')
}

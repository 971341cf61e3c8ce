import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { measureBeside } from '../beside.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { makeTenant, waitUntil } from '../tenant.ts'

const count = 10_000

interface Run {
  id: string
  succeeded: number
  finishedAt: string | null
}

export async function bulk(stage: Stage): Promise<Row[]> {
  const tenant = await makeTenant(stage, 'bulk')
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await client.query(
    `insert into users (workspace_id, id, user_id, first_name, last_name, email, active_keys, had_key)
     select $1, gen_random_uuid(), 'bulk.' || n || '@bulk.example', 'Bulk', 'Number ' || n, 'bulk.' || n || '@bulk.example', 1, true
     from generate_series(1, $2::integer) n`,
    [tenant.workspace, count],
  )
  const group = randomUUID()
  await client.query("insert into groups (workspace_id, id, name) values ($1, $2, 'All of them')", [
    tenant.workspace,
    group,
  ])
  await client.query(
    `insert into group_members (workspace_id, group_id, user_id)
     select workspace_id, $2, id from users where workspace_id = $1 and first_name = 'Bulk'`,
    [tenant.workspace, group],
  )
  await client.query('analyze users, group_members')
  const lines = async (action: string) =>
    (await client.query('select from activities where workspace_id = $1 and action = $2', [tenant.workspace, action]))
      .rowCount
  const finish = async (path: string, method: string, body: object): Promise<number> => {
    const begun = performance.now()
    const { id } = await tenant.ask<Run>(method, path, body)
    const run = await waitUntil(
      () => tenant.ask<Run>('GET', `/administrator/tokens/bulk/${id}`),
      now => now.finishedAt !== null,
    )
    if (run.succeeded !== count) throw new Error(`${path}: ${run.succeeded} of ${count} succeeded`)
    last = id
    return (performance.now() - begun) / 1000
  }
  let [last, done, undone] = ['', 0, 0]
  const felt = await measureBeside(stage, async () => {
    done = await finish('/administrator/tokens/suspendMany', 'PUT', { all: true, filter: { group } })
    undone = await finish(`/administrator/tokens/bulk/${last}/undo`, 'POST', {})
  })
  const [suspended, back] = [await lines('user.suspended'), await lines('user.reactivated')]
  await client.end()
  if (suspended !== count || back !== count) throw new Error(`${suspended} and ${back} lines are in the log`)
  return [
    atMost('bulk', `suspend ${count} users, with their lines in the log`, done, 's', 5),
    atMost('bulk', 'and take it back', undone, 's', 5),
    atMost('bulk', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
  ]
}

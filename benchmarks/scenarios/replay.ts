import pg from 'pg'
import { measureBeside, type BesideTimes } from '../beside.ts'
import { putPolicies } from '../bench-policies.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { makeTenant, signedIn, type Tenant, waitUntil } from '../tenant.ts'

const events = 100_000
const turns = 20

interface Replay {
  id: string
  state: string
  looked: number
  nowRefused: number
}

/** Replays changed policies against past uses, counts the affected users, and lists many policies. */
export async function replay(stage: Stage): Promise<Row[]> {
  const tenant = await makeTenant(stage, 'replay')
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await happened(client, tenant.workspace)
  await putPolicies(client, tenant.workspace, 200)
  const { seconds, felt } = await held(stage, tenant)
  await putPolicies(client, stage.workspace, 1000)
  const ask = (await signedIn(stage, 'bench', 'owner@bench.example')).ask
  const list = await slowest(() => ask('GET', '/administrator/policies?pageSize=50'))
  const groups = await ask<{ items: { id: string }[] }>('GET', '/administrator/groups')
  const shapes: [string, object][] = [
    ['everybody', {}],
    ['a group', { groups: groups.items.slice(0, 1).map(({ id }) => id) }],
    ['one person and a kind of key', { users: [stage.user], securityKeyDeviceType: [2] }],
  ]
  const touched: Row[] = []
  await putPolicies(client, stage.workspace, 12)
  for (const [name, content] of shapes) {
    const drafts = [{ _id: null, content: draft(content) }]
    const took = await slowest(() => ask('POST', '/administrator/policies/check', { drafts }))
    touched.push(atMost('replay', `what a policy touches at 100,000 users: ${name}`, took, 'ms', 300))
  }
  await putPolicies(client, stage.workspace, 0)
  await client.end()
  return [
    atMost('replay', `${events} events held against 200 policies and a draft`, seconds, 's', 5),
    atMost('replay', `others meanwhile, p99 of ${felt.calls} calls`, felt.p99, 'ms', 50),
    atMost('replay', `a page of 1,000 policies, slowest of ${turns}`, list, 'ms', 50),
    ...touched,
  ]
}

const draft = (more: object) => ({ name: 'Draft', priority: 5000, action: 0, state: 2, ...more })

async function happened(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name, decision)
     select $1, uuidv7(-(interval '29 days' * n / $2)), now() - interval '29 days' * n / $2, 'use', 'sign-in.card', 1, 'Bench',
       jsonb_build_object('policy', null, 'version', 0, 'set', 1, 'allowed', true, 'facts', jsonb_strip_nulls(jsonb_build_object(
         'user', md5((n % 3000)::text)::uuid, 'keyKind', 2,
         -- The groups at that time are unknown for every second use
         'groups', case when n % 2 = 0 then jsonb_build_array(md5((n % 40)::text)::uuid) end, 'verified', true, 'ip', '10.0.' || n % 250 || '.7',
         'rp', 'site-' || n % 50 || '.example')))
     from generate_series(1, $2::integer) n`,
    [workspace, events],
  )
  await client.query('analyze activities')
}

async function held(stage: Stage, tenant: Tenant): Promise<{ seconds: number; felt: BesideTimes }> {
  const drafts = [{ _id: null, content: draft({ rpRestriction: { values: ['site-7.example'] } }) }]
  let seconds = 0
  const felt = await measureBeside(stage, async () => {
    const begun = performance.now()
    const { id } = await tenant.ask<Replay>('POST', '/administrator/policies/replay', { drafts, days: 30 })
    const end = await waitUntil(
      () => tenant.ask<Replay>('GET', `/administrator/policies/replay/${id}`),
      now => now.state !== 'running',
    )
    seconds = (performance.now() - begun) / 1000
    if (end.looked < events || end.nowRefused !== events / 50) throw new Error(`a replay found ${JSON.stringify(end)}`)
  })
  return { seconds, felt }
}

async function slowest(work: () => Promise<unknown>): Promise<number> {
  await work()
  const taken: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return Math.max(...taken)
}

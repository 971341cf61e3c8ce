import { setTimeout as sleep } from 'node:timers/promises'
import { measureBeside } from '../../beside.ts'
import { start } from '../../machine.ts'
import { atLeast, atMost, type Row } from '../../report.ts'
import { type Stage, startServer } from '../../stage.ts'
import { makeTenant, type Tenant, waitUntil } from '../../tenant.ts'

const people = Number(process.env['ENTRA_PEOPLE'] ?? 100_000)
const active = people - people / 50
const port = '18491'

interface Run {
  id: string
  state: string
  reason: string | null
  processed: number
  counts: { seen: number; added: number; same: number }
}

/**
 * An emulated Entra ID with 100,000 users that throttles one call in ten for a second: a first import, a second run
 * without changes, and an import during which the server is killed.
 */
export async function entraSync(stage: Stage): Promise<Row[]> {
  const words = ['entra', '--people', String(people), '--throttle', '10', '--port', port]
  const emulator = start('server/test/emulators/emulate.ts', words, {})
  await emulator.said(/has no permissions before/)
  const given = await fetch(`http://127.0.0.1:${port}/${directory}/v2.0/adminconsent?${consent}`, {
    redirect: 'manual',
  })
  if (given.status !== 302) throw new Error(`consent: ${String(given.status)}`)
  try {
    const first = await makeTenant(stage, 'entra')
    const connection = await connect(first)
    let [whole, again] = [0, 0]
    const felt = await measureBeside(stage, async () => {
      whole = await timed(() => run(first, connection, { added: active }))
      again = await timed(() => run(first, connection, { added: 0 }))
    })
    return [
      atLeast(
        'entra',
        `first import of ${String(people)} people, one call in ten turned away`,
        people / whole,
        'rows/s',
        500,
      ),
      atMost('entra', 'second run without a change', again, 's', 20),
      atMost('entra', `others meanwhile, p99 of ${String(felt.calls)} calls`, felt.p99, 'ms', 50),
      atMost('entra', 'memory of the server above before', felt.memory, 'MB', 120),
      await killed(stage),
    ]
  } finally {
    await emulator.stop()
  }
}

const directory = '5f0c8f6e-8a51-4c2f-9d0e-0f8f4a6c1b2d'
const client = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
const consent = new URLSearchParams({
  client_id: client,
  scope: 'https://graph.microsoft.com/.default',
  redirect_uri: 'http://localhost:8080/dashboard/sync/azureAD',
  state: 'any',
  answer: 'yes',
}).toString()

async function connect(tenant: Tenant): Promise<string> {
  const { id: application } = await tenant.ask<{ id: string }>('POST', '/api/api-application', {
    name: 'Emulator',
    type: 'azure',
    tenantId: directory,
    clientId: client,
    address: `http://127.0.0.1:${port}`,
    secret: 'emulated-secret',
  })
  const { id } = await tenant.ask<{ id: string }>('POST', '/administrator/directories/entra', {
    name: 'Emulator',
    application,
    settings: { scope: { by: 'all' }, guests: false, groups: false },
    mode: 2,
  })
  const reach = { roles: [], touchesRank: false, privateHosts: [] }
  await tenant.ask('POST', `/administrator/directories/connections/${id}/approve`, reach)
  return id
}

const begin = (tenant: Tenant, connection: string) =>
  tenant.ask<Run>('POST', '/administrator/tokens/serviceProvider', { connection, mode: 2, dry: false })
const look = (tenant: Tenant, id: string) => () => tenant.ask<Run>('GET', `/administrator/workspace/syncs/${id}`)
const ended = ({ state }: Run) => !['reading', 'applying'].includes(state)

async function run(tenant: Tenant, connection: string, { added }: { added: number }): Promise<void> {
  const { id } = await begin(tenant, connection)
  const done = await waitUntil(look(tenant, id), ended, 200)
  if (done.state !== 'done' || done.counts.added !== added) throw new Error(`the run ended so: ${JSON.stringify(done)}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** Kills the server while it reads and again while it writes; no user may be missing or duplicated. */
async function killed(stage: Stage): Promise<Row> {
  const tenant = await makeTenant(stage, 'entra-killed')
  const connection = await connect(tenant)
  const { id } = await begin(tenant, connection)
  const kill = async () => {
    stage.server.process.kill('SIGKILL')
    await sleep(500)
    stage.server = await startServer(stage.env)
  }
  await sleep(15_000)
  await kill()
  await waitUntil(look(tenant, id), one => ended(one) || one.processed > people / 5, 100)
  await kill()
  const done = await waitUntil(look(tenant, id), ended, 500)
  const list = await tenant.ask<{ total: number }>('GET', '/administrator/tokens/v2?pageSize=1')
  const wrong = Math.abs(list.total - 1 - active)
  const row = atMost('entra', 'people lost or doubled by two kills -9', done.state === 'done' ? wrong : people, '', 0)
  return { ...row, note: `  ended ${done.state}, ${String(list.total)} users` }
}

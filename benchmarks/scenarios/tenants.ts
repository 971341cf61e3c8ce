import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type SealedSubject, sealer } from '../../server/src/platform/secrets/seal.ts'
import { residentMegabytes, start } from '../machine.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { basic, newService } from './oidc.ts'

const workspaces = 5000
const rounds = 3
const batch = 500
const port = '18478'
const inspector = '18479'

export async function tenants(stage: Stage): Promise<Row[]> {
  const made = await newService(stage, 'tenants')
  await tokenAt(`${stage.address}/oidc/${stage.workspace}`, made.authorization)
  const all = await populate(stage, made)
  const env = { ...stage.env, PORT: port, NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` }
  const server = start('server/dist/main.mjs', [], env)
  try {
    await server.said(/is ready at/)
    const at = `http://127.0.0.1:${port}/oidc`
    for (let n = 0; n < 300; n++) await tokenAt(`${at}/${stage.workspace}`, made.authorization)
    const resident = () => residentMegabytes(server.process.pid ?? 0)
    const idle = resident()
    const before = await used()
    const first: number[] = []
    let most = 0
    const visit = async (noted?: number[]) => {
      for (const [n, one] of all.entries()) {
        const begun = performance.now()
        await tokenAt(`${at}/${one.workspace}`, one.authorization)
        noted?.push(performance.now() - begun)
        if (n % 500 === 0) most = Math.max(most, resident())
      }
    }
    await visit(first)
    const cold = await used()
    for (let round = 1; round < rounds; round++) await visit()
    const after = await used()
    first.sort((a, b) => a - b)
    const what = `${workspaces} workspaces, each used ${rounds} times`
    const row = (of: string, value: number, unit: string): Row => ({ scenario: 'tenants', what: of, value, unit })
    return [
      atMost('tenants', `${what}: memory kept, after a collection`, after.heap - before.heap, 'MB', 100),
      row(`${what}: most that the system counts, added`, most - idle, 'MB'),
      atMost('tenants', 'first request of a cold workspace, median', first[first.length >> 1] ?? 0, 'ms', 30),
      row('first request of a cold workspace, p99', first[Math.floor(first.length * 0.99)] ?? 0, 'ms'),
      row('processor for each of them', (cold.cpu - before.cpu) / workspaces, 'ms'),
    ]
  } finally {
    await server.stop()
  }
}

async function tokenAt(at: string, authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(`${at}/token`, { method: 'POST', headers, body: 'grant_type=client_credentials' })
  const said = await answer.text()
  if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${said.slice(0, 300)}`)
}

type Columns = Record<string, unknown>

async function populate(stage: Stage, { id: clientId }: { id: string }) {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const own = async (table: string, where: string) =>
    (await client.query<Columns>(`select * from ${table} where ${where}`, [stage.workspace])).rows
  const [workspace] = await own('workspaces', 'id = $1')
  const keys = await own('oidc_keys', 'workspace_id = $1')
  const [application] = await own('applications', `workspace_id = $1 and client_id = '${clientId}'`)
  const master = sealer([Buffer.from(stage.env['MASTER_KEY'] ?? '', 'base64')])
  const opened = master.open(workspace?.['sealed_key'] as Buffer, `workspaces:sealed_key:${stage.workspace} of itself`)
  const theirs = sealer([opened.subarray(0, 32)])
  const said = (row: Columns | undefined, column: string, about: SealedSubject) =>
    theirs.open(row?.[column] as Buffer, about)
  const secret = said(
    application,
    'secret_sealed',
    `applications:secret:${String(application?.['id'])} of ${stage.workspace}`,
  )
  const all: { workspace: string; authorization: string }[] = []
  for (let n = 0; n < workspaces; n += batch) {
    const rows = { workspaces: [] as Columns[], oidc_keys: [] as Columns[], applications: [] as Columns[] }
    for (let one = 0; one < batch; one++) {
      const id = randomUUID()
      rows.workspaces.push({
        id,
        slug: `tenant-${n + one}`,
        installation: false,
        sealed_key: hex(master.seal(opened, `workspaces:sealed_key:${id} of itself`)),
      })
      for (const key of keys) {
        const name = randomUUID()
        const jwk = said(key, 'sealed', `oidc_keys:sealed:${String(key['id'])} of ${stage.workspace}`)
        const sealed = hex(theirs.seal(jwk, `oidc_keys:sealed:${name} of ${id}`))
        rows.oidc_keys.push({ workspace_id: id, id: name, algorithm: key['algorithm'], sealed })
      }
      const name = randomUUID()
      const kept = hex(theirs.seal(secret, `applications:secret:${name} of ${id}`))
      rows.applications.push({ workspace_id: id, id: name, client_id: name, secret_sealed: kept })
      all.push({ workspace: id, authorization: basic(name, secret.toString()) })
    }
    await insert(client, 'workspaces', `id = '${stage.workspace}'`, rows.workspaces)
    await insert(client, 'oidc_keys', `workspace_id = '${stage.workspace}' limit 1`, rows.oidc_keys)
    await insert(client, 'applications', `client_id = '${clientId}'`, rows.applications)
  }
  await client.query('analyze workspaces, oidc_keys, applications')
  await client.end()
  return all
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

async function insert(client: pg.Client, table: string, like: string, rows: readonly Columns[]): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = found.map(one => one.name)
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${names.map(one => `r.${one}`).join(', ')}
      from (select t as one from ${table} t where ${like}) as given, jsonb_array_elements($1::jsonb) as e,
        lateral jsonb_populate_record(given.one, e) as r`,
    [JSON.stringify(rows)],
  )
}

interface Used {
  heap: number
  cpu: number
}

async function used(): Promise<Used> {
  const answer = await fetch(`http://127.0.0.1:${inspector}/json`)
  const [about] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(about?.webSocketDebuggerUrl ?? '')
  await new Promise(open => socket.addEventListener('open', open))
  let asked = 0
  const ask = <T>(method: string, params: object = {}) =>
    new Promise<T>(done => {
      const id = ++asked
      socket.addEventListener('message', ({ data }) => {
        const said = JSON.parse(String(data)) as { id?: number; result: T }
        if (said.id === id) done(said.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  const expression = '(({ user, system }) => (user + system) / 1000)(process.cpuUsage())'
  const cpu = await ask<{ result: { value: number } }>('Runtime.evaluate', { expression })
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const heap = await ask<{ usedSize: number; backingStorageSize?: number }>('Runtime.getHeapUsage')
  socket.close()
  return { heap: (heap.usedSize + (heap.backingStorageSize ?? 0)) / 1e6, cpu: cpu.result.value }
}

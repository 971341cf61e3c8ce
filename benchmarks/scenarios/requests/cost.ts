import pg from 'pg'
import { cpuMicroseconds, parentOf } from '../../cpu.ts'
import { enroll } from '../../key.ts'
import { start } from '../../machine.ts'
import type { Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { callWithWrk, type WrkLoad } from '../../wrk.ts'
import { signInFor } from '../sign-in.ts'

const turns = 3
const seconds = 4
const connections = 8

/** CPU microseconds of one call. */
interface Cost {
  node: number
  postgres: number
}

/** What is compared with a ceiling of the same kind: a row that is read, or an insert that is durable. */
interface Measured {
  what: string
  ceiling?: 'row' | 'insert'
  /** Process whose CPU counts beside PostgreSQL's. */
  server: number
  /** Makes calls for some seconds; returns their number. */
  run: () => Promise<number>
}

/**
 * CPU microseconds of each kind of call, in Node and in PostgreSQL, in turns with the ceilings: the same row by bare
 * Fastify and pg, and a durable insert.
 */
export async function cost(stage: Stage): Promise<Row[]> {
  const ceiling = start('benchmarks/ceiling.ts', [stage.databaseUrl, stage.user, stage.workspace, stage.session])
  const at = (await ceiling.said(/ready at (\S+)/))[1] as string
  const postgres = await postmasterOf(stage)
  const [bare, ours] = [ceiling.process.pid ?? 0, stage.server.process.pid ?? 0]
  const wrk = (load: Pick<WrkLoad, 'url' | 'headers' | 'body'>) => () => callWithWrk({ ...load, connections, seconds })
  const get = (what: string, path: string): Measured => ({
    what,
    ceiling: 'row',
    server: ours,
    run: wrk({ url: stage.address + path, headers: { authorization: stage.accessToken } }),
  })
  const keys = await Promise.all(Array.from({ length: connections }, (_, place) => enroll(stage, place)))
  const list = '/administrator/tokens/v2?sort=name&pageSize=50'
  const all: Measured[] = [
    { what: 'row by bare Fastify and pg', server: bare, run: wrk({ url: `${at}/row` }) },
    { what: 'durable insert by bare Fastify and pg', server: bare, run: wrk({ url: `${at}/insert`, body: '"{}"' }) },
    get('one user by ID', `/administrator/tokens/${stage.user}`),
    get('first page of 50 users', list),
    get('page 1,000 of users', `${list}&page=1000`),
    get('search, many hits', `${list}&search=ann`),
    get('search, few hits', `${list}&search=zyx`),
    {
      what: 'create a user',
      ceiling: 'insert',
      server: ours,
      run: wrk({
        url: `${stage.address}/administrator/tokens`,
        headers: { authorization: stage.accessToken },
        body: newUser(),
      }),
    },
    { what: 'passkey sign-in', ceiling: 'insert', server: ours, run: () => signInFor(stage, keys, seconds) },
  ]
  const costs = new Map<Measured, Cost[]>(all.map(one => [one, []]))
  for (let turn = 0; turn < turns; turn++) for (const one of all) costs.get(one)?.push(await costOf(one, postgres))
  await ceiling.stop()
  const medians = new Map(all.map(one => [one, medianOf(costs.get(one) ?? [])]))
  const [row, insert] = [...medians.values()].map(total)
  return all.map(one => rowOf(one, medians.get(one) as Cost, one.ceiling === 'insert' ? insert : row))
}

const total = ({ node, postgres }: Cost) => node + postgres

async function costOf({ server, run }: Measured, postgres: number): Promise<Cost> {
  const used = () => [cpuMicroseconds(server), cpuMicroseconds(postgres)] as const
  const before = used()
  const calls = await run()
  const after = used()
  return { node: (after[0] - before[0]) / calls, postgres: (after[1] - before[1]) / calls }
}

function medianOf(costs: readonly Cost[]): Cost {
  const sorted = costs.toSorted((one, other) => total(one) - total(other))
  return sorted[Math.floor(sorted.length / 2)] as Cost
}

function rowOf({ what, ceiling }: Measured, found: Cost, bound = 0): Row {
  const value = total(found)
  return {
    scenario: 'cost',
    what: `${what}: Node ${Math.round(found.node)} + PostgreSQL ${Math.round(found.postgres)}`,
    value,
    unit: 'µs',
    ...(ceiling !== undefined && { ceiling: bound, ratio: bound / value }),
  }
}

/** A backend is a child of the process that counts for all of PostgreSQL. */
async function postmasterOf({ databaseUrl }: Stage): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  const found = parentOf(rows[0]?.id ?? 0)
  await client.end()
  return found
}

/** The body of a new user with its own number, as a Lua expression. */
function newUser(): string {
  const user = { userId: 'cost-#', email: 'cost-#@bench.example', firstName: 'Cost', lastName: 'Measured' }
  return `(string.gsub('${JSON.stringify(user)}', '#', '${Date.now()}-' .. os.time() .. '-' .. n))`
}

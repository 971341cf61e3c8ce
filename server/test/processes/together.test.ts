import { readdir, readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { databaseAt, templateName } from '../app/template.ts'
import { command, type ServerProcess, startServer } from './processes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 })

const name = `together_${process.pid}`
const owner = new pg.Client(provided('databaseUrl'))
await owner.connect()
await owner.query(`create database ${name} template ${templateName}`)
const env = {
  DATABASE_URL: databaseAt(provided('databaseUrl'), name),
  DATABASE_POOL: '3',
  PROCESSES: '2',
  LOG_LEVEL: 'info',
  RATE_LIMIT_FACTOR: '1000',
}
const server = await startServer(env)
// Ready is logged by the first process
while (!server.said().includes('Claviger is ready')) await sleep(50)
await command(env, 'create-workspace', 'One House', '--slug', 'onehouse', '--owner', 'owner@one.example')
const token = async () => String((await command(env, 'issue-session', 'owner@one.example'))['accessToken'])

afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0)
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
})

interface Line {
  process?: number
  pid?: number
  msg: string
  status?: number
}
const lines = (of: ServerProcess): Line[] =>
  of
    .said()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)
const answeredBy = (from: number) =>
  new Set(
    lines(server)
      .slice(from)
      .filter(({ msg }) => msg === 'answered')
      .map(line => line.process),
  )

const ask = (path: string, authorization: string, agent: Agent | false = false): Promise<number> =>
  new Promise(done => {
    const asked = request(server.address + path, { agent, headers: { authorization, accept: 'application/json' } })
    asked.on('response', answer => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0))
      answer.on('error', () => done(0))
    })
    asked.on('error', () => done(0))
    asked.end()
  })

test('two processes answer on one port, and every log line names the process', async () => {
  const access = await token()
  const before = lines(server).length
  for (let i = 0; i < 8; i++) expect(await ask('/users', access)).toBe(200)
  await expect.poll(() => answeredBy(before)).toEqual(new Set([1, 2]))
})

test('a session ended at one process is refused by both', async () => {
  const access = await token()
  expect(await ask('/api/v1/auth/logout', access)).toBe(200)
  const before = lines(server).length
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('/users', access)))
  expect(new Set(answers)).toEqual(new Set([401]))
  await expect.poll(() => answeredBy(before)).toEqual(new Set([1, 2]))
})

test('metrics cover both processes', async () => {
  const counted = async () => {
    const text = await (await fetch(`${server.address}/metrics`)).text()
    const found = [...text.matchAll(/^claviger_http_request_seconds_count\{[^}]*route="\/users"[^}]*\} (\d+)$/gm)]
    return found.reduce((sum, [, number]) => sum + Number(number), 0)
  }
  const access = await token()
  const before = await counted()
  for (let i = 0; i < 10; i++) await ask('/users', access)
  await expect.poll(counted).toBe(before + 10)
})

/** Constant load by so many callers, half of them on kept-alive connections, until stopped. */
function load(authorization: string) {
  const statuses = new Map<number, number>()
  let over = false
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const callers = [...agents, ...agents.map(() => false as const)].map(async agent => {
    while (!over) {
      const status = await ask('/users', authorization, agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // Continuous load that still lets new processes start
      await sleep(20)
    }
  })
  return async () => {
    over = true
    await Promise.all(callers)
    for (const agent of agents) agent.destroy()
    return statuses
  }
}

test('on SIGHUP, both processes are replaced without refusing a request', async () => {
  const stop = load(await token())
  server.child.kill('SIGHUP')
  await expect
    .poll(() => lines(server).some(({ msg }) => msg === 'all processes were replaced'), { timeout: 90_000 })
    .toBe(true)
  await sleep(200)
  const statuses = await stop()
  expect([...statuses.keys()]).toEqual([200])
  expect(statuses.get(200)).toBeGreaterThan(100)
  expect(lines(server).filter(({ msg }) => msg === 'stopping')).toHaveLength(2)
})

async function children(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(entry => /^\d+$/.test(entry))
  const parents = await Promise.all(
    pids.map(async pid => [Number(pid), await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')] as const),
  )
  return parents.flatMap(([pid, stat]) =>
    Number(stat.split(') ')[1]?.split(' ')[1]) === server.child.pid ? [pid] : [],
  )
}

test('a killed process is restarted while the other one answers', async () => {
  const access = await token()
  const [one] = await children()
  if (one === undefined) throw new Error('no process to kill')
  process.kill(one, 'SIGKILL')
  await expect.poll(() => lines(server).some(({ msg }) => msg === 'a process crashed and is restarted')).toBe(true)
  expect(await ask('/users', access)).toBe(200)
  await expect.poll(async () => (await children()).length, { timeout: 60_000 }).toBe(2)
  const before = lines(server).length
  await expect
    .poll(async () => {
      await ask('/users', access)
      return answeredBy(before).size
    })
    .toBe(2)
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { runningEmbedded } from '#platform/embedded/embedded.ts'
import { readPostmaster } from '#platform/embedded/postmaster.ts'
import { command, type ServerProcess, startServer } from './processes.ts'

// Each step starts processes, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'claviger-crash-'))
const data = join(folder, 'postgres')
const env = { DATA_FOLDER: folder }
let server: ServerProcess | undefined

afterAll(async () => {
  await server?.end('SIGTERM')
  await rm(folder, { recursive: true })
})

async function write(to: ServerProcess, token: string, writer: number, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `w${writer}.${n}`
    const user = { userId: name, firstName: name, lastName: 'Crash', email: `${name}@crash.example` }
    const answer = await to.call('POST', '/administrator/tokens', user, token).catch(() => undefined)
    if (answer?.status === 200) acknowledged.push(String(answer.body['id']))
    // Between the two kills, the server may still report the lost database
    if (!answer) return
  }
}

/** Kills PostgreSQL and the server during writes, like a power failure. */
async function killUnderLoad(running: ServerProcess, token: string): Promise<string[]> {
  const acknowledged: string[] = []
  const writers = Array.from({ length: 8 }, (_one, i) => write(running, token, i, acknowledged))
  while (acknowledged.length < 150) await sleep(20)
  const postmaster = readPostmaster(data)
  if (!postmaster) throw new Error('PostgreSQL is not there to be killed')
  process.kill(postmaster.pid, 'SIGKILL')
  await running.end('SIGKILL')
  await Promise.all(writers)
  return acknowledged
}

async function allUsers(of: ServerProcess, token: string): Promise<Set<unknown>> {
  const ids = new Set<unknown>()
  let after = ''
  do {
    const { body } = await of.call('GET', `/administrator/tokens/v2?pageSize=100${after}`, undefined, token)
    for (const item of body['items'] as { id: unknown }[]) ids.add(item.id)
    after = typeof body['next'] === 'string' ? `&after=${body['next']}` : ''
  } while (after !== '')
  return ids
}

// PostgreSQL stores the state of the whole cluster here (src/include/catalog/pg_control.h); 1 is "shut down"
const stateOfDatabase = async () => (await readFile(join(data, 'global', 'pg_control'))).readInt32LE(16)

test('a command starts a database that no server runs, and stops it cleanly afterwards', async () => {
  await command(env, 'create-workspace', 'Crash House', '--slug', 'crash', '--owner', 'owner@crash.example')
  expect(await runningEmbedded(folder)).toBeUndefined()
  expect(await stateOfDatabase()).toBe(1)
})

test('every acknowledged write survives a kill of server and database under load', async () => {
  server = await startServer(env)
  const session = await command(env, 'issue-session', 'owner@crash.example', '--expires-in', '3600')
  const token = String(session['accessToken'])
  const acknowledged = await killUnderLoad(server, token)
  server = await startServer(env)
  const kept = await allUsers(server, token)
  expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
  expect(kept.size).toBeGreaterThan(acknowledged.length)
})

test('SIGTERM shuts the database down cleanly, and the next start finds all its data', async () => {
  expect(await server?.end('SIGTERM')).toBe(0)
  expect(await stateOfDatabase()).toBe(1)
  server = await startServer(env)
  const session = await command(env, 'issue-session', 'owner@crash.example')
  expect((await allUsers(server, String(session['accessToken']))).size).toBeGreaterThan(150)
})

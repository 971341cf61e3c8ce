import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { scimProvider } from '../emulators/scim-provider.ts'
import { databaseAt, templateName } from '../app/template.ts'
import { command, type ServerProcess, startServer } from './processes.ts'
import { loopback } from '../app/loopback.ts'

// Each step starts processes, possibly on a busy machine
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const name = `provisioning_${process.pid}`
const owner = new pg.Client(provided('databaseUrl'))
await owner.connect()
await owner.query(`create database ${name} template ${templateName}`)
const DATABASE_URL = databaseAt(provided('databaseUrl'), name)
const env = { DATABASE_URL, DATABASE_POOL: '4', ...loopback, RATE_LIMIT_FACTOR: '1000' }
const database = new pg.Client(DATABASE_URL)
await database.connect()
const there = await scimProvider()
let server: ServerProcess | undefined

afterAll(async () => {
  await server?.end('SIGTERM')
  await there.close()
  await database.end()
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
})

const people = 110

test('after repeated kills and throttling, every user is provisioned exactly once', async () => {
  await command(env, 'create-workspace', 'Crash House', '--slug', 'crash', '--owner', 'owner@crash.example')
  await command(env, 'seed', '--workspace', 'crash', '--users', String(people))
  server = await startServer(env)
  const session = await command(env, 'issue-session', 'owner@crash.example', '--expires-in', '3600')
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await server!.call(method, path, body, String(session['accessToken']))
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  // The service of the application runs on this machine, so an owner allows the calls
  await ask('POST', '/administrator/workspace/private-targets', { feature: 'provisioning', host: '127.0.0.1' })
  const oidc = { redirectUris: ['https://wiki.example/'] }
  const { id } = await ask('POST', '/api/sso/oidc/sp', { name: 'Wiki', oidc })
  const at = `/api/sso/applications/${String(id)}`
  await ask('PUT', `${at}/assignment`, { everyone: true, groups: [], units: [], users: [] })
  await ask('PUT', `${at}/provisioning`, { address: there.address, token: there.bearer, groups: 'all' })
  Object.assign(there.faults, { throttleEvery: 120, retryAfter: '1', cutEvery: 90 })
  await ask('PUT', `${at}/provisioning/active`, { active: true })
  for (const until of [25, 70]) {
    while (there.users.size < until) await sleep(5)
    await server.end('SIGKILL')
    // A killed process holds the application for twenty seconds; skip the wait
    await database.query('update provisioning_targets set taken_until = now()')
    server = await startServer(env)
  }
  there.heal()
  const state = async () => (await ask('GET', `${at}/provisioning`))['provisioning']
  await expect
    .poll(state, { timeout: 90_000, interval: 50 })
    .toMatchObject({ due: 0, gathering: false, people: { waiting: 0, refused: 0 } })
  const { items } = (await ask('GET', '/administrator/tokens/v2?pageSize=1')) as { items: unknown[]; total?: number }
  expect(items).toHaveLength(1)
  const names = [...there.users.values()].map(one => one['userName'])
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBe(people + 1)
  // A comparison also finds no missing, different, or extra users
  await ask('POST', `${at}/provisioning/look`)
  await expect
    .poll(state, { timeout: 60_000, interval: 50 })
    .toMatchObject({ look: { state: 'done', missing: 0, differs: 0, strangers: 0, people: people + 1 } })
})

import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { command, startServer } from './processes.ts'
import { databaseAt, templateName } from '../app/template.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

// Counts deliveries: a job that runs twice would send an email twice
const arrived = new Map<string, number>()
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    stream.on('end', () => {
      const id = /^message-id: (.*)$/im.exec(text)?.[1] ?? text
      arrived.set(id, (arrived.get(id) ?? 0) + 1)
      done()
    })
  },
})
const smtpPort = await new Promise<number>(done => {
  const listening = post.listen(0, '127.0.0.1', () => done((listening.address() as { port: number }).port))
})

const name = `several_${process.pid}`
const owner = new pg.Client(provided('databaseUrl'))
await owner.connect()
await owner.query(`create database ${name} template ${templateName}`)
const env = {
  DATABASE_URL: databaseAt(provided('databaseUrl'), name),
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  DATABASE_POOL: '4',
}
const [here, there] = await Promise.all([startServer(env), startServer(env)])
await command(env, 'create-workspace', 'Two Houses', '--slug', 'twohouses', '--owner', 'owner@two.example')

afterAll(async () => {
  await Promise.all([here.end('SIGTERM'), there.end('SIGTERM')])
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
  await new Promise<void>(done => post.close(done))
})

const signIn = async () => {
  const session = await command(env, 'issue-session', 'owner@two.example')
  return { access: String(session['accessToken']), refresh: String(session['refreshToken']) }
}

test('a session is valid at every server and ends at all of them immediately', async () => {
  const { access } = await signIn()
  const own = await there.call('GET', '/administrator/tokens/v2', undefined, access)
  expect(own).toMatchObject({ status: 200, body: { total: 1 } })
  expect((await here.call('GET', '/api/v1/auth/logout', undefined, access)).status).toBe(200)
  expect(await there.call('GET', '/administrator/tokens/v2', undefined, access)).toMatchObject({ status: 401 })
})

test('a refresh token used at one server counts as a replay at the other', async () => {
  const { refresh } = await signIn()
  const first = await here.call('POST', '/api/v1/auth/refresh', { refreshToken: refresh })
  expect(first.status).toBe(200)
  expect((await there.call('POST', '/api/v1/auth/refresh', { refreshToken: refresh })).status).toBe(401)
  const { accessToken } = first.body
  expect((await here.call('GET', '/administrator/tokens/v2', undefined, String(accessToken))).status).toBe(401)
})

test('rate limits are shared', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) {
    const both = await Promise.all([here, there].map(server => server.call('POST', '/api/v1/delegations', {})))
    statuses.push(...both.map(answer => answer.status))
  }
  expect(statuses.filter(status => status !== 429)).toHaveLength(120)
})

test('a job runs once, on whichever server', { timeout: 90_000 }, async () => {
  const { access } = await signIn()
  const users = Array.from({ length: 40 }, (_one, i) => ({
    userId: `u${i}`,
    firstName: 'User',
    lastName: String(i),
    email: `u${i}@two.example`,
    invite: true,
  }))
  const made = async (user: object, i: number) => {
    const { status } = await (i % 2 ? here : there).call('POST', '/administrator/tokens', user, access)
    return status
  }
  await Promise.all(users.map((user, i) => expect.poll(() => made(user, i), { interval: 1000 }).toBe(200)))
  await expect.poll(() => arrived.size, { timeout: 60_000 }).toBe(40)
  expect([...arrived.values()]).toEqual(users.map(() => 1))
})

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { users } from '@claviger/contract/people/users'
import { signIn } from '@claviger/contract/access/sign-in'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { features } from '#features.ts'
import { gateOf } from '#platform/db/pool/admission-gate.ts'
import { networkOfCaller } from './caller-address.ts'
import { shedLoad } from './load-shedder.ts'
import { kindsOf } from './request-kinds.ts'
import { QueueDelay } from './queue-delay.ts'

const { world } = await startTestApp()
const seen: string[] = []
const held: (() => void)[] = []
const server = createServer(
  shedLoad(world, kindsOf(features), networkOfCaller(1), (asked, answer) => {
    seen.push(asked.url ?? '')
    if (asked.url === '/held') held.push(() => answer.end('held'))
    else answer.end('served')
  }),
).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as { port: number }
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Told {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const call = (path: string, from = '192.0.2.1', body?: string, language = 'en'): Promise<Told> =>
  new Promise((done, failed) => {
    const asked = request(
      {
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        headers: { 'x-forwarded-for': from, 'accept-language': language },
      },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    asked.on('error', failed)
    asked.end(body)
  })

function slowDatabase(): () => void {
  const gate = gateOf(world.pool)
  const leaves: (() => void)[] = []
  let over = false
  for (let i = 0; i < 200; i++)
    gate.come({
      priority: 'single',
      network: '',
      until: Infinity,
      enter: leave => void (over ? leave() : leaves.push(leave)),
      refuse: () => undefined,
    })
  return () => {
    over = true
    for (const leave of leaves) leave()
  }
}

test('when too many calls wait, new calls are refused before they are processed', async () => {
  seen.splice(0)
  const goOn = slowDatabase()
  const [health, plain, posted, german] = await Promise.all([
    call('/health/live'),
    call('/plain'),
    call('/posted', '192.0.2.1', '{"small":true}'),
    call('/plain', '192.0.2.1', undefined, 'de'),
  ])
  expect(health.status).toBe(200)
  for (const refused of [plain, posted, german]) {
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'not-ready' })
  }
  expect(german.text).not.toBe(plain.text)
  expect(seen).toEqual(['/health/live'])
  goOn()
  expect(await call('/plain')).toMatchObject({ status: 200, text: 'served' })
})

test('a call that waited in an unread socket is refused as early as calls that were read', async () => {
  const goOn = slowDatabase()
  const first = call('/first')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await call('/health/live')
  socket.write('GET /unread HTTP/1.1\r\nhost: x\r\n\r\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)
  const told = once(socket, 'data').then(([bytes]) => String(bytes).split(' ')[1])
  // Counted from when it was read, it would wait 2.2 seconds longer
  const tooLate = new Promise(done => setTimeout(done, 1500, 'told too late'))
  expect(await Promise.race([told, tooLate])).toBe('503')
  expect(await first).toMatchObject({ status: 503 })
  goOn()
  socket.destroy()
})

test('a late read counts from the earliest possible arrival', () => {
  const lateness = new QueueDelay(50)
  lateness.begin(1000)
  expect([1000, 1050, 1300].map(now => lateness.at(now))).toEqual([0, 0, 250])
  lateness.beat(1300)
  expect([1300, 1350, 1400].map(now => lateness.at(now))).toEqual([250, 250, 300])
  // Sockets have not been read since the late beat
  lateness.beat(1360)
  expect(lateness.at(1360)).toBe(310)
  lateness.read()
  lateness.beat(1410)
  expect(lateness.at(1410)).toBe(0)
})

test('a waiting call continues as soon as there is room', async () => {
  const goOn = slowDatabase()
  const waiting = call('/later')
  await new Promise(done => setTimeout(done, 100))
  goOn()
  expect(await waiting).toMatchObject({ status: 200 })
})

test('a crowd of quick calls does not occupy a whole turn of the event loop', async () => {
  const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  const answered = () => Promise.all(sockets.map(socket => once(socket, 'data')))
  const ask = () => {
    for (const socket of sockets) socket.write('GET /crowd HTTP/1.1\r\nhost: x\r\n\r\n')
  }
  const first = answered()
  ask()
  await first
  const perTurn: number[] = []
  let over = false
  const turn = () => {
    perTurn.push(seen.splice(0).length)
    if (!over) setImmediate(turn)
  }
  const all = answered()
  seen.splice(0)
  ask()
  setImmediate(turn)
  await all
  over = true
  turn()
  for (const socket of sockets) socket.destroy()
  expect(perTurn.reduce((sum, one) => sum + one, 0)).toBe(400)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(256)
})

test('calls that wait for something outside the server do not delay other calls for long', async () => {
  const slow = Array.from({ length: 300 }, () => call('/held', '192.0.2.7'))
  expect(await call('/quick', '192.0.2.8')).toMatchObject({ status: 200 })
  const release = setInterval(() => held.splice(0).forEach(one => one()), 20)
  const answers = await Promise.all(slow)
  clearInterval(release)
  expect(new Set(answers.map(one => one.status))).toEqual(new Set([200]))
})

test('the kind of a call follows from its path, and its origin from the trusted proxy', () => {
  const kindOf = kindsOf(features)
  expect(kindOf('GET', `${signIn.passkeyInitial.path.toUpperCase()}/?x=1`)).toBe('entry')
  expect(kindOf('GET', users.list.path)).toBe('bulk')
  expect(kindOf('POST', users.create.path)).toBe('single')
  const asked = (headers: Record<string, string>) => ({ headers, socket: { remoteAddress: '10.0.0.9' } }) as never
  const through = { 'x-forwarded-for': '203.0.113.5, 192.0.2.4, 10.0.0.8' }
  expect(networkOfCaller(0)(asked(through))).toBe('10.0.0.9')
  expect(networkOfCaller(2)(asked(through))).toBe('192.0.2.4')
  expect(networkOfCaller(['10.0.0.0/8'])(asked(through))).toBe('192.0.2.4')
  expect(networkOfCaller(5)(asked({}))).toBe('10.0.0.9')
})

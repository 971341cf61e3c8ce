import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKiosk } from './attendance.ts'

interface Body {
  taps: { id: string; card: string; at: string }[]
}

const hour = 3_600_000
let folder: string
let port: number
const ahead = hour
/** Codes with which the server refuses the next calls. */
const refusals: string[] = []
const got: { path: string; authorization: string | undefined; body: Body }[] = []

// The server's clock is an hour ahead
const server = createServer((request, response) => {
  void answer(request, response)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const given = await json(request)
  const body = given as Body
  got.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
  const code = refusals.shift()
  if (code !== undefined) {
    response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: 'Later' }))
    return
  }
  const now = new Date(Date.now() + ahead).toISOString()
  const names: Record<string, string> = { '1001': 'Ann Lee', '1002': 'Ben Fischer' }
  const reply = request.url?.endsWith('/open')
    ? { token: 'kiosk-1', state: { now, session: { title: 'Exam' } } }
    : {
        now,
        items: body.taps.map(({ id, card }) => ({
          id,
          outcome: 'recorded',
          tap: { result: names[card] ? 1 : 4, name: names[card] ?? null, direction: 'in' },
        })),
      }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}

const listen = async (at = 0) => {
  await once(server.listen(at, 'localhost'), 'listening')
  port = (server.address() as { port: number }).port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claviger-kiosk-'))
  await listen()
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('taps made while the server is down survive a restart with their own time and are sent once', async () => {
  const said: string[] = []
  const kiosk = () =>
    openKiosk({
      server: `http://localhost:${port}`,
      session: 's-1',
      name: 'Door',
      file: join(folder, 'taps'),
      key: () => Promise.resolve('a-clients-key'),
      tell: words => void said.push(words),
    })
  const first = await kiosk()
  await first.tap('1001')
  expect(said).toEqual(['Recording attendance of Exam', 'Ann Lee: checked in'])
  server.closeAllConnections()
  await new Promise(done => server.close(done))
  await first.tap('1002')
  await first.tap('9'.repeat(10_000))
  await first.close()
  expect(said.at(-1)).toBe('2 waiting: the server does not answer')
  await listen(port)
  got.length = 0
  const second = await kiosk()
  await second.close()
  expect(got.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/apis/attendance-kiosk/v1/taps', 'kiosk-1'],
  ])
  const taps = got[0]?.body.taps ?? []
  expect(taps.map(({ card }) => card.length)).toEqual([4, 512])
  for (const { at } of taps) expect(Math.abs(Date.parse(at) - Date.now() - ahead)).toBeLessThan(60_000)
  expect(said.slice(-2)).toEqual(['Ben Fischer: checked in', 'Invalid card'])
})

test.each(['too-many', 'not-ready'])('a tap that the server refuses with %s waits and is sent later', async code => {
  const said: string[] = []
  const kiosk = await openKiosk({
    server: `http://localhost:${port}`,
    session: 's-2',
    name: 'Door',
    file: join(folder, `taps-${code}`),
    key: () => Promise.resolve('a-clients-key'),
    tell: words => void said.push(words),
  })
  refusals.push(code)
  await kiosk.tap('1001')
  expect(said.at(-1)).toBe('1 waiting: the server does not answer')
  await kiosk.close()
  expect(said.at(-1)).toBe('Ann Lee: checked in')
})

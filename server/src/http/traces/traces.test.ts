import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { users } from '@claviger/contract/people/users'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

const got: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
const receiver = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    got.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() })
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => receiver.close())

const home = await startTestApp({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20of%20ours,x-team=keys',
  OTEL_SERVICE_NAME: 'keys-of-the-house',
  TRUST_PROXY: '1',
})
const asOwner = home.as((await home.given.session(home.given.owner)).accessToken)

const spans = () =>
  got.flatMap(
    ({ body }) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }).resourceSpans[0]!.scopeSpans[0]!
        .spans,
  )
const named = (name: string) => spans().filter(one => one.name === name)
const factOf = (one: Sent, key: string) => one.attributes.find(fact => fact.key === key)?.value

test('a call is sent to the collector with its statements and without any caller input', async () => {
  await asOwner.tell(users.list, { search: 'Quetzalcoatl-in-search' })
  await expect.poll(() => named('GET /administrator/tokens/v2').length).toBe(1)
  const [call] = named('GET /administrator/tokens/v2')
  expect(call).toMatchObject({ kind: 2, status: {}, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(factOf(call!, 'http.response.status_code')).toEqual({ intValue: '200' })
  const asked = spans().filter(one => one.parentSpanId === call!.spanId)
  expect(asked.length).toBeGreaterThan(0)
  for (const one of asked) {
    expect(one).toMatchObject({ kind: 3, traceId: call!.traceId })
    expect(factOf(one, 'db.query.text')?.stringValue).toMatch(/^\S/)
    expect(BigInt(one.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call!.startTimeUnixNano))
    expect(BigInt(one.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(call!.endTimeUnixNano))
  }
  const all = got.map(({ body }) => body).join('\n')
  for (const secret of ['Quetzalcoatl', home.given.owner.workspace, home.given.owner.id])
    expect(all).not.toContain(secret)
  expect(got[0]).toMatchObject({
    url: '/v1/traces',
    headers: { authorization: 'Bearer of ours', 'x-team': 'keys', 'content-type': 'application/json' },
  })
  expect(got[0]?.body).toContain('keys-of-the-house')
})

test('the trace of an upstream proxy continues if it is sampled', async () => {
  const call = (traceparent: string) =>
    home.app.inject({ url: '/register/state', headers: { traceparent, 'x-forwarded-for': '192.0.2.9' } })
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  await call(`00-${trace}-${span}-00`)
  await call(`00-${trace}-${span}-01`)
  await call('00-00000000000000000000000000000000-00f067aa0ba902b7-01')
  await expect.poll(() => named('GET /register/state').length).toBe(2)
  const [first, second] = named('GET /register/state')
  expect(first).toMatchObject({ traceId: trace, parentSpanId: span })
  expect(second!.traceId).not.toBe(trace)
})

test('health and metrics are not traced, and without a collector address nothing is', async () => {
  const plain = await startTestApp()
  const before = got.length
  await plain.app.inject('/register/state')
  await home.app.inject('/health/ready')
  await asOwner.tell(users.list, {})
  await expect.poll(() => named('GET /administrator/tokens/v2').length).toBe(2)
  expect(named('GET /health/ready')).toEqual([])
  expect(spans().filter(one => one.name === 'GET /register/state')).toHaveLength(2)
  expect(got.length).toBeGreaterThan(before)
})

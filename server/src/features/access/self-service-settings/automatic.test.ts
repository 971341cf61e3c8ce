import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfService } from '@claviger/contract/access/self-service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { ownCertificate } from '#test/emulators/log-receiver.ts'
import { transact } from '#platform/db/transaction.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { pageAt, secretAbout } from './self-service-settings.ts'
import { loopback } from '#test/app/loopback.ts'

const own = ownCertificate()
setDefaultCACertificates([...getCACertificates('default'), own.cert])
const asked: { signature: string; body: string }[] = []
let answer: { status: number; body: string; headers?: Record<string, string>; after?: number } = {
  status: 200,
  body: '{"belongs":true}',
}
const system = createServer(own, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    asked.push({ signature: String(request.headers['claviger-signature']), body: Buffer.concat(parts).toString() })
    const { status, body, headers, after = 0 } = answer
    setTimeout(() => response.writeHead(status, headers).end(body), after)
  })
})
system.listen(0, '127.0.0.1')
await once(system, 'listening')
afterAll(() => {
  system.closeAllConnections()
  system.close()
})
const url = `https://127.0.0.1:${(system.address() as AddressInfo).port}/belongs`

const home = await startTestApp(loopback)
const { given, world, clock } = home
const { forgetTries } = pageHelpers(home)
beforeEach(forgetTries)
const fields = { userId: true, employeeId: false, lastName: false }
const page = await addPage(home, { fields, verificationType: 'automatic', automatic: { url }, limits: { card: 100 } })
const workspace = given.owner.workspace
const nobody = { actor: { kind: 'nobody' }, request: { id: 'x', ip: '', userAgent: '' }, workspace } as const
await transact(world, nobody, async ctx => {
  const { id = '' } = (await pageAt(ctx, page)) ?? {}
  const sealed = (await sealerOfWorkspace(ctx)).seal('shared secret', secretAbout(id, workspace))
  await ctx.db.updateTable('self_service_pages').set({ automatic_secret: sealed }).where('id', '=', id).execute()
})
await given.addUser('Aldo', 'Automatic', { user_id: 'aldo', employee_id: 'E-5' })

beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: '{"belongs":true}' }
})

const found = async (at = page) => {
  const visitor = await tapAt(home, at, 'D2029649')
  await visitor.tell(selfService.token, { userId: 'aldo' })
  return visitor
}

test('sends a signed request to the system of the owner, and its confirmation verifies the user', async () => {
  const visitor = await found()
  expect(await visitor.tell(selfService.verify, {})).toMatchObject({ ok: true, isPinRequired: true })
  const [one] = asked
  const [, at = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(one?.signature ?? '') ?? []
  expect(signature).toBe(
    createHmac('sha256', 'shared secret')
      .update(`${at}.${one?.body ?? ''}`)
      .digest('hex'),
  )
  expect(JSON.parse(one?.body ?? '')).toEqual({
    card: 'D2029649',
    cardDecimal: '1234567890',
    user: {
      userId: 'aldo',
      employeeId: 'E-5',
      firstName: 'Aldo',
      lastName: 'Automatic',
      email: 'aldo.automatic@northgate.example',
    },
    page,
    at: clock.now().toISOString(),
  })
  await visitor.tell(selfService.enroll, { pin: '271828' })
})

test.each([
  ['no', 200, '{"belongs":false}'],
  ['a word', 200, '{"belongs":"true"}'],
  ['nothing', 200, ''],
  ['null', 200, 'null'],
  ['a list', 200, '[true]'],
  ['another status', 201, '{"belongs":true}'],
  ['a fault', 500, '{"belongs":true}'],
  ['a body that is too large', 200, `{"belongs":true,"x":"${'x'.repeat(300_000)}"}`],
  ['a redirect', 302, '{"belongs":true}'],
] as const)('fails closed on %s', async (_what, status, body) => {
  answer = { status, body, headers: { location: url } }
  const visitor = await found()
  expect(await visitor.ask(selfService.verify, {})).toMatchObject({ status: 403, body: { code: 'not-verified' } })
  expect(await visitor.ask(selfService.enroll, { pin: '271828' })).toMatchObject({ status: 409 })
})

test('treats no response within 5 seconds as a refusal, and holds no database connection meanwhile', async () => {
  answer = { status: 200, body: '{"belongs":true}', after: 25_000 }
  const visitor = await found()
  const began = performance.now()
  const waiting = visitor.ask(selfService.verify, {})
  await new Promise(done => setTimeout(done, 300))
  const { rows } = await world.superPool.query(
    `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  expect(rows).toEqual([])
  expect(await waiting).toMatchObject({ status: 403, body: { code: 'not-verified' } })
  // Before the other system would have responded, even on a busy machine
  expect(performance.now() - began).toBeLessThan(20_000)
}, 40_000)

test('a page without a URL or secret verifies no user', async () => {
  for (const automatic of [{ url: null }, { url }]) {
    const bare = await addPage(home, { fields, verificationType: 'automatic', automatic, limits: { card: 100 } })
    expect(await (await found(bare)).ask(selfService.verify, {})).toMatchObject({ status: 403 })
  }
})

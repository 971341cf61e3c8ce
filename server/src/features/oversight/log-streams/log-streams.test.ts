import { activity } from '@claviger/contract/oversight/activity'
import { logStreams } from '@claviger/contract/oversight/log-streams'
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { httpsReceiver, ownCertificate, syslogReceiver } from '#test/emulators/log-receiver.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import { linkLog } from '../log-chain/log-chain.ts'
import { setNewestCheckpoint } from '#platform/newest-checkpoint.ts'
import { deliverDue } from './sending/stream-delivery.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given, world, clock } = await startTestApp(loopback)
const owner = as(given.owner.accessToken)
const { workspace } = given.owner
const own = ownCertificate()
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map(close => close())))

const request = { id: 'r', ip: '203.0.113.80', userAgent: '' }
const write = (...names: string[]) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace }, async ctx => {
    for (const objectName of names)
      await record(ctx, {
        action: 'user.updated',
        by: { id: given.owner.id, name: 'Ada "the [first]"' },
        object: { type: 'user', id: given.user.id, name: objectName },
        after: { lastName: objectName },
      })
  })

async function deliver(times = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        await linkLog(world)
        const { rows } = await world.superPool.query<{ left: number }>(
          'select count(*)::int as left from activities a where not exists (select from activity_links l where l.activity_id = a.id)',
        )
        return rows[0]?.left
      },
      { timeout: 10_000 },
    )
    .toBe(0)
  for (let n = 0; n < times; n++) {
    await world.superPool.query('update log_streams set next_try_at = null, taken_until = null')
    await deliverDue(world)
  }
}

const syslog = async (port = 0, demands?: string) => {
  const receiver = await syslogReceiver(own, port, demands)
  closing.push(receiver.close)
  return receiver
}
const create = async (more: Record<string, unknown>) =>
  owner.tell(logStreams.create, { name: 'SIEM', kind: 'syslog', authority: own.cert, ...more } as never)
const namesOf = (messages: readonly string[]) =>
  messages.map(text => (JSON.parse(text.slice(text.indexOf('\uFEFF') + 1)) as { objectName: string }).objectName)
const status = async (id: string) => (await owner.tell(logStreams.list)).items.find(one => one.id === id)

beforeEach(() => deliver())
afterEach(async () => {
  for (const { id } of (await owner.tell(logStreams.list)).items) await owner.tell(logStreams.remove, { id })
})

test('new lines arrive as RFC 5424 over TLS, each once and in order', async () => {
  const receiver = await syslog()
  const { stream, secret } = await create({ address: `127.0.0.1:${receiver.port}` })
  expect(secret).toBeNull()
  await write('one', 'two]"', 'three')
  await deliver(2)
  expect(namesOf(receiver.messages)).toEqual(['SIEM', 'one', 'two]"', 'three'])
  const { rows } = await world.superPool.query<{ position: number; hash: string }>(
    "select position, encode(hash, 'hex') as hash from activity_links where workspace_id = $1 order by position desc limit 1",
    [workspace],
  )
  const last = receiver.messages.at(-1) ?? ''
  expect(last).toMatch(
    /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z localhost claviger - user\.updated \[claviger@32473 workspace="northgate" position="/,
  )
  expect(last).toContain(`position="${rows[0]?.position}" hash="${rows[0]?.hash}"`)
  expect(last).toContain('actorName="Ada \\"the [first\\]\\""')
  expect(await status(stream.id)).toMatchObject({ waiting: 0, error: null, deliveredAt: clock.now().toISOString() })
})

test('a stream from the start sends the whole log', async () => {
  const receiver = await syslog()
  await create({ address: `127.0.0.1:${receiver.port}`, from: 'start' })
  await deliver()
  const { total } = await owner.tell(activity.list, { pageSize: 1 })
  expect(receiver.messages).toHaveLength(total)
})

test('the last line of a batch carries the newest checkpoint', async () => {
  const receiver = await syslog()
  await create({ address: `127.0.0.1:${receiver.port}` })
  setNewestCheckpoint(world, 'claviger-log-1.7')
  await write('one', 'two')
  await deliver()
  const carried = receiver.messages.map(
    text => (JSON.parse(text.slice(text.indexOf('\uFEFF') + 1)) as { checkpoint?: string }).checkpoint,
  )
  expect(carried).toEqual([undefined, undefined, 'claviger-log-1.7'])
  setNewestCheckpoint(world, undefined)
})

test('no line is lost while the receiver is unavailable, and its recovery is noticed', async () => {
  const first = await syslog()
  const { stream } = await create({ address: `127.0.0.1:${first.port}` })
  await write('before')
  await deliver()
  await first.close()
  await write('meanwhile')
  await deliver(2)
  expect(await status(stream.id)).toMatchObject({
    waiting: 1,
    error: 'The receiver refused the connection',
    failingSince: clock.now().toISOString(),
  })
  await write('later')
  const again = await syslog(first.port)
  await deliver()
  expect(namesOf([...first.messages, ...again.messages])).toEqual(['SIEM', 'before', 'meanwhile', 'later'])
  expect(await status(stream.id)).toMatchObject({ waiting: 0, error: null, failingSince: null })
})

test('a batch that broke off is sent again in full', async () => {
  const receiver = await syslog()
  const { stream } = await create({ address: `127.0.0.1:${receiver.port}` })
  await write(...Array.from({ length: 700 }, (_, n) => `line ${n}`))
  receiver.breakAfter = 60_000
  await deliver()
  const before = receiver.messages.length
  expect(before).toBeLessThan(500)
  expect(await status(stream.id)).toMatchObject({ waiting: 701, error: 'The receiver broke the connection off' })
  await deliver()
  expect(namesOf(receiver.messages.slice(before))).toEqual([
    'SIEM',
    ...Array.from({ length: 700 }, (_, n) => `line ${n}`),
  ])
})

test('concurrent deliveries send each line exactly once', async () => {
  const receiver = await syslog()
  await create({ address: `127.0.0.1:${receiver.port}` })
  await write(...Array.from({ length: 1200 }, (_, n) => `line ${n}`))
  await linkLog(world)
  await deliver(0)
  await Promise.all([deliverDue(world), deliverDue(world), deliverDue(world)])
  expect(receiver.messages).toHaveLength(1201)
  expect(new Set(namesOf(receiver.messages)).size).toBe(1201)
})

test('an untrusted receiver gets nothing, and a receiver that requires a client certificate gets ours', async () => {
  const strict = ownCertificate()
  const receiver = await syslog(0, strict.cert)
  const address = `127.0.0.1:${receiver.port}`
  const { stream } = await create({ address, certificate: strict.cert, privateKey: strict.key })
  await deliver()
  expect(namesOf(receiver.messages)).toEqual(['SIEM'])
  expect(await status(stream.id)).toMatchObject({ clientCertificate: true, ownAuthority: true })
  await owner.tell(logStreams.update, { id: stream.id, name: 'SIEM', address, authority: '' })
  await deliver()
  expect((await status(stream.id))?.error).toContain('certificate of the receiver is not trusted')
  await owner.tell(logStreams.update, { id: stream.id, name: 'SIEM', address, authority: own.cert, certificate: '' })
  await deliver()
  expect((await status(stream.id))?.error).not.toBeNull()
  expect(receiver.messages).toHaveLength(1)
})

test('https batches are signed, carry their positions, and wait while the receiver refuses them', async () => {
  const receiver = await httpsReceiver(own)
  closing.push(receiver.close)
  const { stream, secret } = await create({ kind: 'https', address: receiver.address, authorization: 'Splunk 1234' })
  expect(JSON.stringify(await status(stream.id))).not.toContain('1234')
  await write('one', 'two')
  for (const [code, says] of [
    [503, 'The receiver answered 503'],
    [302, 'The receiver answered 302'],
  ] as const) {
    receiver.status = code
    await deliver()
    expect(await status(stream.id)).toMatchObject({ waiting: 3, error: says })
  }
  receiver.status = 200
  await deliver(2)
  expect(receiver.batches).toHaveLength(3)
  const { headers, body } = receiver.batches[2]!
  expect(
    body
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { objectName: string }).objectName),
  ).toEqual(['SIEM', 'one', 'two'])
  expect(headers['authorization']).toBe('Splunk 1234')
  expect(headers['claviger-stream']).toBe(stream.id)
  expect(headers['claviger-positions']).toMatch(/^\d+-\d+$/)
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['claviger-signature'])) ?? []
  expect(mac).toBe(
    createHmac('sha256', secret ?? '')
      .update(`${seconds}.${body}`)
      .digest('hex'),
  )
  const { items } = await owner.tell(activity.list, { action: ['log-stream.created'] })
  expect(JSON.stringify(items)).not.toMatch(/1234|PRIVATE KEY/)
})

const clientKey = ownCertificate()
const held = { authorization: 'Splunk 1234' }
const shown = { certificate: clientKey.cert, privateKey: clientKey.key }
test.each([
  ['https', 'https://siem.example.org/a', 'https://evil.example/a', held],
  ['https', 'https://siem.example.org/a', 'https://siem.example.org:8443/a', held],
  ['https', 'https://siem.example.org/a', 'https://evil.example/a', shown],
  ['syslog', 'siem.example.org', 'evil.example', shown],
  ['syslog', 'siem.example.org:6514', 'siem.example.org:6515', shown],
])('sending to another receiver requires new secrets: %s to %s, %s', async (kind, from, to, secrets) => {
  const { stream } = await create({ kind, address: from, ...secrets })
  const change = (more: object) => owner.ask(logStreams.update, { id: stream.id, name: 'SIEM', address: to, ...more })
  const field = secrets === held ? 'authorization' : 'privateKey'
  expect(await change({})).toMatchObject({ status: 422, body: { code: 'secret-needed', fields: [{ field }] } })
  expect(await status(stream.id)).toMatchObject({ address: from })
  expect((await change(secrets)).status).toBe(200)
  const same = kind === 'https' ? `${to}/elsewhere` : to.toUpperCase()
  expect((await change({ address: same })).status).toBe(200)
  expect((await change({ address: from, authorization: '', certificate: '' })).status).toBe(200)
})

test('a test line reports its result, and a paused stream waits and resumes where it stopped', async () => {
  const receiver = await syslog()
  const { stream } = await create({ address: `127.0.0.1:${receiver.port}` })
  expect(await owner.tell(logStreams.test, { id: stream.id })).toEqual({ delivered: true, reason: null })
  expect(receiver.messages[0]).toContain('log-stream.tested [claviger@32473 workspace="northgate" position="0"')
  await owner.tell(logStreams.pause, { id: stream.id, paused: true })
  await write('waits')
  await deliver()
  expect(receiver.messages).toHaveLength(1)
  await owner.tell(logStreams.pause, { id: stream.id, paused: false })
  await deliver()
  expect(namesOf(receiver.messages)).toEqual([null, 'SIEM', 'SIEM', 'SIEM', 'waits', 'SIEM'])
  await receiver.close()
  expect(await owner.tell(logStreams.test, { id: stream.id })).toEqual({
    delivered: false,
    reason: 'The receiver refused the connection',
  })
})

test('lines that retention removed are counted as missed', async () => {
  const receiver = await syslog()
  const { stream } = await create({ address: `127.0.0.1:${receiver.port}` })
  await write('gone', 'kept')
  await deliver(0)
  await world.superPool.query(
    `with gone as (
      delete from activities a using activity_links l, log_streams s
      where l.activity_id = a.id and l.position > s.position and a.object_name in ('SIEM', 'gone') returning a.id
    ) delete from activity_links using gone where activity_id = gone.id`,
  )
  await deliverDue(world)
  expect(namesOf(receiver.messages)).toEqual(['kept'])
  expect(await status(stream.id)).toMatchObject({ missed: 2, waiting: 0 })
})

test.each([
  [{ address: 'logs example' }, 'address'],
  [{ address: 'logs.example.org:99999' }, 'address'],
  [{ kind: 'https', address: 'http://siem.example.org/' }, 'address'],
  [{ kind: 'https', address: 'https://user:secret@siem.example.org/' }, 'address'],
  [{ address: 'logs.example.org', authority: 'nonsense' }, 'authority'],
  [{ address: 'logs.example.org', certificate: own.cert }, 'privateKey'],
  [{ address: 'logs.example.org', certificate: own.cert, privateKey: ownCertificate().key }, 'privateKey'],
  [{ address: 'logs.example.org', name: ' ' }, 'name'],
  [{ kind: 'https', address: 'https://siem.example.org/', authorization: 'a\r\nb: c' }, 'authorization'],
])('invalid input is refused with the field name: %#', async (more, field) => {
  const answer = await owner.ask(logStreams.create, { name: 'SIEM', kind: 'syslog', ...more })
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ field }] } })
})

test('a workspace has at most five streams, and other workspaces cannot see them', async () => {
  const made = []
  for (let n = 0; n < 5; n++) made.push(await create({ name: `${n}`, address: 'logs.example.org' }))
  expect(await owner.ask(logStreams.create, { name: 'x', kind: 'syslog', address: 'logs.example.org' })).toMatchObject({
    status: 409,
    body: { code: 'log-streams-full' },
  })
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.tell(logStreams.list)).items).toEqual([])
  const id = made[0]?.stream.id ?? ''
  for (const [endpoint, more] of [
    [logStreams.update, { name: 'x', address: 'logs.example.org' }],
    [logStreams.pause, { paused: true }],
    [logStreams.test, {}],
    [logStreams.remove, {}],
  ] as const)
    expect(await elsewhere.ask(endpoint, { id, ...more })).toMatchObject({ status: 404 })
  expect(await as(given.readOnly.accessToken).ask(logStreams.remove, { id })).toMatchObject({ status: 403 })
})

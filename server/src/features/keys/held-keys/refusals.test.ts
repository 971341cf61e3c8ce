import { randomBytes } from 'node:crypto'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const token = await registerReader(home)
const reader = as(token)
const [PIN, CARD] = ['274936', 'ABCDEF01']
const carla = await given.addUser('Carla', 'Card')
await assignCard(home, carla, CARD, PIN)
const asked = (request: Uint8Array, more: object = {}) => ({
  cardId: CARD,
  format: 'hex' as const,
  computerId: COMPUTER,
  request: Buffer.from(request).toString('base64url'),
  ...more,
})

test.each([
  ['an unknown command', [0x41], 0x01],
  ['an unsupported command', [0x09], 0x01],
  ['missing parameters', [0x02], 0x14],
  ['truncated CBOR', [0x01, 0xa4, 0x01], 0x12],
  ['CBOR of indefinite length', [0x02, 0xbf, 0xff], 0x12],
  ['a value that is not a map', [0x02, 0x01], 0x11],
  ['a reset', [0x07], 0x27],
])('responds to %s with a status', async (_what, bytes, status) => {
  const { response } = await reader.tell(accessKeys.execute, asked(Buffer.from(bytes)))
  expect(Buffer.from(response, 'base64url')).toEqual(Buffer.of(status))
})

test('responds to random bytes with a status', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_one, n) =>
      reader.ask(accessKeys.execute, asked(Buffer.concat([Buffer.of(n % 13), randomBytes(n)]))),
    ),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('refuses a request or a list that is too long', async () => {
  const { response } = await reader.tell(accessKeys.execute, asked(Buffer.concat([Buffer.of(1), Buffer.alloc(7609)])))
  expect(Buffer.from(response, 'base64url')).toEqual(Buffer.of(0x39))
  expect(await reader.ask(accessKeys.execute, asked(Buffer.alloc(20_000)))).toMatchObject({ status: 422 })
  const exclude = Array.from({ length: 65 }, () => randomBytes(32))
  const card = cardAt(reader, CARD)
  const made = await card.make({ exclude, token: await card.token(PIN, pinPermissions.make, 'example.org') })
  expect(made.status).toBe(0x15)
})

test('a PIN token works for one session and one action', async () => {
  const card = cardAt(reader, CARD)
  const made = await card.make({ token: await card.token(PIN, pinPermissions.make, 'example.org') })
  expect(made.status).toBe(0)
  const { id } = readData(made.body.get(2) as Uint8Array)
  card.tapAgain()
  const used = await card.token(PIN, pinPermissions.get, 'example.org')
  expect((await card.get({ allow: [id], token: used })).status).toBe(0)
  card.tapAgain()
  expect((await card.get({ allow: [id], token: used })).status).toBe(0x33)
  const fresh = await card.token(PIN, pinPermissions.get, 'example.org')
  expect((await cardAt(reader, CARD).get({ allow: [id], token: fresh })).status).toBe(0x33)
  card.tap()
  expect((await card.get({ allow: [id], token: fresh })).status).toBe(0x33)
})

test('changing the PIN revokes tokens of the old PIN in every session', async () => {
  const id = await assignCard(home, await given.addUser('New', 'Pin'), 'ABCDEF03', PIN)
  const card = cardAt(reader, 'ABCDEF03')
  const manage = await card.token(PIN, pinPermissions.manage)
  const get = cardAt(reader, 'ABCDEF03')
  const granted = await get.token(PIN, pinPermissions.make, 'example.org')
  expect((await card.manage(1, manage)).status).toBe(0)
  clock.forward(1000)
  const admin = as((await given.session(given.administrator)).accessToken)
  await admin.tell(keyActCalls.resetPin, { deviceId: id, pin: '864209' })
  expect((await card.manage(1, manage)).status).toBe(0x33)
  expect((await get.make({ token: granted })).status).toBe(0x33)
  expect((await get.make({ token: await get.token('864209', pinPermissions.make, 'example.org') })).status).toBe(0)
})

test('a session belongs to its program, computer, and card, and expires', async () => {
  await assignCard(home, await given.addUser('Other', 'Card'), 'ABCDEF02', PIN)
  const { session } = await reader.tell(accessKeys.execute, asked(Buffer.of(4)))
  const go = (by: typeof reader, more: object) =>
    by.tell(accessKeys.execute, asked(Buffer.of(4), { session, ...more })).then(answer => answer.session)
  expect(await go(reader, {})).toBe(session)
  expect(await go(reader, { computerId: 'another' })).not.toBe(session)
  expect(await go(reader, { cardId: 'ABCDEF02' })).not.toBe(session)
  expect(await go(as(await registerReader(home)), {})).not.toBe(session)
  clock.forward(minutes(11))
  expect(await go(reader, {})).not.toBe(session)
})

test('a card is unknown in another workspace', async () => {
  const elsewhere = as(await registerReader(home, given.ownerElsewhere))
  expect(await elsewhere.ask(accessKeys.execute, asked(Buffer.of(4)))).toMatchObject({
    status: 404,
    body: { code: 'card-unknown' },
  })
  expect(await elsewhere.tell(accessKeys.status, { cardId: CARD })).toMatchObject({ status: 'unknown', pin: null })
})

test('programs are listed and revoked, and stop working when revoked', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: 'Kiosk', type: keyTypes.clients })
  const { id, appToken } = await as(value).tell(accessKeys.register, { name: 'Kiosk', computerId: COMPUTER })
  expect(appToken).toMatch(/^cvg_reader_/)
  const kiosk = as(appToken)
  await kiosk.tell(accessKeys.execute, asked(Buffer.of(4)))
  const { items } = await owner.tell(accessKeys.apps, { search: 'kiosk' })
  expect(items).toMatchObject([{ id, name: 'Kiosk', computerId: COMPUTER, apiKey: 'Kiosk' }])
  expect(items[0]?.lastUsedAt).toBe(clock.now().toISOString())
  await owner.tell(accessKeys.remove, { id })
  for (const call of [accessKeys.execute, accessKeys.status])
    expect(await kiosk.ask(call, asked(Buffer.of(4)))).toMatchObject({ status: 401, body: { code: 'reader-refused' } })
  const log = await owner.tell(activity.list, { action: ['reader-app.registered', 'reader-app.revoked'] })
  expect(log.items.filter(line => line.objectId === id)).toHaveLength(2)
  expect(JSON.stringify(log)).not.toContain(appToken)
  const refused = await owner.tell(activity.list, { action: ['reader-app.refused'], object: id })
  expect(refused.items).toMatchObject([{ status: 2, kind: 'use', objectId: id }])
})

test('a program says on which platform, as which client, and in which version it runs (R37)', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: 'Lobby', type: keyTypes.clients })
  const registered = await home.app.inject({
    method: 'POST',
    url: accessKeys.register.path,
    headers: { authorization: value, platform: 'linux', client: 'lobby', 'app-version': '1.2.3' },
    payload: { name: 'Lobby', computerId: 'lobby-1' },
  })
  expect(registered.statusCode).toBe(200)
  const { items } = await owner.tell(accessKeys.apps, { search: 'lobby' })
  expect(items).toMatchObject([{ platform: 'linux', client: 'lobby', version: '1.2.3' }])
})

test('several programs can be revoked together, each with a log entry, except our own page', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: 'Ward', type: keyTypes.clients })
  const made = [1, 2, 3].map(n => as(value).tell(accessKeys.register, { name: `Ward ${n}`, computerId: `ward-${n}` }))
  const [first, second, third] = await Promise.all(made)
  const ids = [first!.id, second!.id]
  await as(third!.appToken).tell(accessKeys.execute, { ...asked(Buffer.of(4)), computerId: 'ward-3' })
  const found = await owner.tell(accessKeys.apps, { search: 'WARD-', sort: 'used', order: 'desc' })
  expect(found.items.map(one => one.name)[0]).toBe('Ward 3')
  const all = [...ids, given.owner.workspace, given.owner.id]
  expect(await owner.tell(accessKeys.removeMany, { ids: all })).toEqual({ removed: 2 })
  expect((await owner.tell(accessKeys.apps, { search: 'ward-' })).items.map(one => one.id)).toEqual([third!.id])
  expect(await as(first!.appToken).ask(accessKeys.status, asked(Buffer.of(4)))).toMatchObject({ status: 401 })
  const log = await owner.tell(activity.list, { action: ['reader-app.revoked'] })
  expect(log.items.filter(line => ids.includes(line.objectId ?? ''))).toHaveLength(2)
  const reading = as((await given.session(given.readOnly)).accessToken)
  expect(await reading.ask(accessKeys.removeMany, { ids })).toMatchObject({ status: 403 })
})

test('only a Clients key can register programs, and an app token works for nothing else', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: 'Admin', type: keyTypes.admin })
  const wish = { name: 'x', computerId: COMPUTER }
  expect(await as(value).ask(accessKeys.register, wish)).toMatchObject({ status: 403 })
  expect(await as(undefined).ask(accessKeys.register, wish)).toMatchObject({ status: 401 })
  expect(await as(token).ask(accessKeys.register, wish)).toMatchObject({ status: 401 })
  expect(await as(token).ask(users.counts)).toMatchObject({ status: 401 })
  // Not the last letter, some of whose bits are unused
  const mistyped = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.slice(-1)}`
  for (const other of [undefined, value, 'cvg_reader_x', mistyped])
    expect(await as(other).ask(accessKeys.execute, asked(Buffer.of(4)))).toMatchObject({
      status: 401,
      body: { code: 'reader-refused' },
    })
})

test('reads a card number in decimal and hexadecimal, and refuses anything else', async () => {
  expect(await reader.tell(accessKeys.status, { cardId: String(0x01efcdab), format: 'dec' })).toMatchObject({
    cardId: CARD,
    status: 'active',
  })
  expect(await reader.ask(accessKeys.status, { cardId: 'not a card' })).toMatchObject({
    status: 422,
    body: { code: 'card-unreadable' },
  })
})

test('refuses every card call in a disabled workspace', async () => {
  const stand = (status: number) =>
    home.world.superPool.query('update workspaces set status = $2 where id = $1', [given.owner.workspace, status])
  const refusal = { status: 403, body: { code: 'workspace-disabled' } }
  await stand(0)
  expect(await reader.ask(accessKeys.execute, asked(Buffer.of(4)))).toMatchObject(refusal)
  expect(await reader.ask(accessKeys.execute, asked(Buffer.of(2)))).toMatchObject(refusal)
  for (const call of [accessKeys.status, accessKeys.accounts])
    expect(await reader.ask(call, { cardId: CARD })).toMatchObject(refusal)
  await stand(1)
  expect(await reader.ask(accessKeys.execute, asked(Buffer.of(4)))).toMatchObject({ status: 200 })
})

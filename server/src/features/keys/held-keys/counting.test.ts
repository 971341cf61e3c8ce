import { accessKeys } from '@claviger/contract/keys/access-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const reader = as(await registerReader(home))
const [PIN, WRONG] = ['274936', '111999']
const admin = async () => as((await given.session(given.administrator)).accessToken)

async function newCard(last: string, number: string, pin: string | null = PIN) {
  const owner = await given.addUser('Count', last)
  const key = await assignCard(home, owner, number, pin)
  return { owner, key, at: () => cardAt(reader, number) }
}

async function passkeyOn(card: ReturnType<typeof cardAt>, pin: string | null) {
  const made = await card.make(pin === null ? {} : { token: await card.token(pin, pinPermissions.make, 'example.org') })
  if (made.status !== 0) throw new Error(`status ${made.status}`)
  return readData(made.body.get(2) as Uint8Array).id
}

const triesOf = async (key: string) => {
  const { rows } = await world.superPool.query<{ tries_left: number }>(
    'select tries_left from held_cards where security_key_id = $1',
    [key],
  )
  return rows[0]?.tries_left
}

test('200 concurrent assertions of one passkey get consecutive counters', async () => {
  const { at } = await newCard('Parallel', 'C0FFEE01', null)
  const id = await passkeyOn(at(), null)
  const counters = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const got = await at().get({ allow: [id] })
      expect(got.status).toBe(0)
      return readData(got.body.get(2) as Uint8Array).counter
    }),
  )
  expect(counters.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_one, place) => place + 1))
}, 60_000)

test('only one of many concurrent requests in a session uses the tap', async () => {
  const { at } = await newCard('Tap', 'C0FFEE02', null)
  const card = at()
  const id = await passkeyOn(card, null)
  card.tapAgain()
  await card.ask(Buffer.of(4))
  const answers = await Promise.all(Array.from({ length: 10 }, () => card.get({ allow: [id] })))
  expect(answers.filter(({ status }) => status === 0)).toHaveLength(1)
})

test('concurrent wrong PINs use one attempt for each one checked', async () => {
  const { key, at } = await newCard('Guess', 'C0FFEE03')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })),
  )
  const looked = answers.filter(({ status }) => status === 0x31 || status === 0x34 || status === 0x32).length
  const wrong = answers.filter(({ status }) => status === 0x31).length
  expect(answers.every(({ token }) => token === undefined)).toBe(true)
  expect(looked).toBeGreaterThan(0)
  expect(await triesOf(key)).toBe(8 - wrong)
  expect(await at().tokenReply(PIN, { permissions: 1, rpId: 'a.b' })).toMatchObject({ status: wrong >= 3 ? 0x34 : 0 })
})

test('concurrent right PINs are queued and accepted, with no wrong attempt and no block', async () => {
  const { key, at } = await newCard('Queue', 'C0FFEE07')
  await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => at().tokenReply(PIN, { permissions: 1, rpId: 'a.b' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 0))
  expect(await triesOf(key)).toBe(8)
  const caller = await admin()
  const lines = await caller.tell(activity.list, { action: ['security-key.blocked', 'security-key.pin-refused'] })
  expect(lines.items.filter(line => line.objectId === key)).toHaveLength(1)
})

test('eight wrong PINs block the card, its owner is notified, and an administrator unblocks it', async () => {
  const { key, owner, at } = await newCard('Blocked', 'C0FFEE04')
  await passkeyOn(at(), PIN)
  for (let left = 7; left > 0; left--) {
    expect((await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })).status).toBe(0x31)
    expect(await triesOf(key)).toBe(left)
    expect((await at().pin(1, 2)).body.get(3)).toBe(left)
    clock.forward(minutes(16))
  }
  expect((await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })).status).toBe(0x32)
  const refused = await reader.ask(accessKeys.execute, {
    cardId: 'C0FFEE04',
    format: 'hex',
    computerId: COMPUTER,
    request: 'BA',
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'key-blocked' } })
  expect(await reader.tell(accessKeys.status, { cardId: 'C0FFEE04' })).toMatchObject({ status: 'blocked' })
  const caller = await admin()
  expect(await caller.tell(securityKeys.get, { id: key })).toMatchObject({ isBlocked: true, passkeys: 1 })
  expect((await caller.tell(securityKeys.ofUser, { id: owner })).items).toMatchObject([{ id: key, isBlocked: true }])
  expect((await home.mailTo('count.blocked@northgate.example')).subject).toBe('One of your security keys was blocked')
  const lines = await caller.tell(activity.list, { action: ['security-key.blocked', 'security-key.pin-refused'] })
  expect(lines.items.filter(line => line.objectId === key && line.actorId === owner)).toHaveLength(9)
  await caller.tell(keyActCalls.unblockOne, { id: key })
  expect((await at().pin(1, 2)).body.get(3)).toBe(8)
  expect((await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })).status).toBe(0x31)
  expect(await triesOf(key)).toBe(7)
  expect((await at().tokenReply(PIN, { permissions: 1, rpId: 'a.b' })).status).toBe(0)
  expect(await triesOf(key)).toBe(8)
})

test('an eighth attempt without a recorded result blocks the card on the next request', async () => {
  const { key, at } = await newCard('Died', 'C0FFEE05')
  await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })
  await world.superPool.query('update held_cards set tries_left = 0 where security_key_id = $1', [key])
  const { session } = await reader.tell(accessKeys.execute, {
    cardId: 'C0FFEE05',
    computerId: COMPUTER,
    request: Buffer.from([6, 0xa2, 1, 2, 2, 1]).toString('base64url'),
  })
  expect(session).toBeTypeOf('string')
  await expect(at().pin(1, 2)).rejects.toMatchObject({ code: 'key-blocked' })
  expect(await (await admin()).tell(securityKeys.get, { id: key })).toMatchObject({ isBlocked: true })
})

test.each([
  ['suspended', keyActCalls.suspendOne, 409, 'key-suspended'],
  ['deleted', keyActCalls.removeOne, 404, 'card-unknown'],
])('a card that is %s during a session no longer responds', async (name, act, status, code) => {
  const number = `C0FFEE1${status === 409 ? 0 : 1}`
  const { key, at } = await newCard(name, number)
  const card = at()
  await passkeyOn(card, PIN)
  card.tapAgain()
  const token = await card.token(PIN, pinPermissions.get, 'example.org')
  await (await admin()).tell(act, { id: key })
  await expect(card.get({ token })).rejects.toMatchObject({ status, code })
})

test('a PIN reset by an administrator invalidates the old PIN, and the card of a suspended user is refused', async () => {
  const { key, owner, at } = await newCard('Changed', 'C0FFEE06')
  await at().tokenReply(WRONG, { permissions: 1, rpId: 'a.b' })
  clock.forward(1)
  await (await admin()).tell(keyActCalls.resetPin, { deviceId: key, pin: '918273' })
  expect((await at().tokenReply(PIN, { permissions: 1, rpId: 'a.b' })).status).toBe(0x31)
  expect(await triesOf(key)).toBe(7)
  expect((await at().tokenReply('918273', { permissions: 1, rpId: 'a.b' })).status).toBe(0)
  await testData(home).suspend(owner)
  await expect(at().ask(Buffer.of(4))).rejects.toMatchObject({ code: 'key-suspended' })
})

import { createVerify } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import {
  authenticate,
  commands,
  ctapClient,
  type GetOptions,
  pinPermissions,
  open,
  readData,
  request,
  seal,
} from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'
import { readPublicKey } from '#features/keys/ceremony/public-key.ts'

const PIN = '274936'
const dataOf = (body: Map<number, unknown>) => readData(body.get(2) as Uint8Array)

async function holding(users: readonly number[], settings: Parameters<typeof softwareCard>[0] = {}) {
  const card = softwareCard({ verification: 'none', ...settings })
  const client = ctapClient(card.send)
  const pin = card.card.verification === 'pin'
  if (pin) await client.setPin(PIN)
  const ids: Buffer[] = []
  const publicKeys: Buffer[] = []
  for (const user of users) {
    const token = pin ? await client.token(PIN, pinPermissions.make, 'example.org') : undefined
    const named = { id: Buffer.of(user), name: `user ${user}`, displayName: `User ${user}` }
    const { body } = await client.make({ user: named, ...(token && { token }) })
    ids.push(dataOf(body).id)
    publicKeys.push(dataOf(body).publicKey)
    card.now += 1000
    card.tap()
  }
  const signIn = async (more: GetOptions = {}) =>
    client.get({ ...more, ...(pin && { token: await client.token(PIN, pinPermissions.get, 'example.org') }) })
  return { card, ids, publicKeys, ...client, signIn }
}

test('§6.2.2 signs an assertion for a verified user', async () => {
  const { signIn, publicKeys, ids } = await holding([1], { verification: 'pin' })
  const { status, body } = await signIn()
  expect(status).toBe(0)
  expect([...body.keys()]).toEqual([1, 2, 3, 4])
  expect(body.get(1)).toEqual(
    new Map<string, unknown>([
      ['id', new Uint8Array(ids[0]!)],
      ['type', 'public-key'],
    ]),
  )
  expect(dataOf(body)).toMatchObject({ flags: 0x05, counter: 1 })
  const signed = Buffer.concat([body.get(2) as Uint8Array, Buffer.alloc(32, 2)])
  const { key } = readPublicKey(publicKeys[0]!)
  expect(
    createVerify('sha256')
      .update(signed)
      .verify(key, body.get(3) as Buffer),
  ).toBe(true)
})

test('§6.2.2 signs for a cardholder with a PINless card, without user verification', async () => {
  const { signIn } = await holding([1])
  const { body } = await signIn()
  expect(dataOf(body).flags).toBe(0x01)
})

test.each<[string, string, GetOptions, Status]>([
  ['step 1', 'an empty proof', { more: { 6: Buffer.of(), 7: 2 } }, 'PIN_INVALID'],
  ['step 2', 'a proof with an unknown protocol', { more: { 6: Buffer.alloc(16), 7: 9 } }, 'INVALID_PARAMETER'],
  ['step 2', 'a proof without a protocol', { more: { 6: Buffer.alloc(16) } }, 'MISSING_PARAMETER'],
  ['step 4.3', 'built-in user verification', { options: { uv: true } }, 'INVALID_OPTION'],
  ['step 4.4', 'an option for registrations', { options: { rk: false } }, 'UNSUPPORTED_OPTION'],
  ['step 5', 'a missing PIN', {}, 'PUAT_REQUIRED'],
  ['step 6', 'a proof without a token', { more: { 6: Buffer.alloc(32), 7: 2 } }, 'PIN_AUTH_INVALID'],
  ['step 7.6', 'another relying party', { rpId: 'other.org', options: { up: false } }, 'NO_CREDENTIALS'],
  ['step 7.6', 'unknown credential IDs', { allow: [Buffer.of(1)], options: { up: false } }, 'NO_CREDENTIALS'],
  ['§6.2.1', 'a client data hash of the wrong length', { clientDataHash: Buffer.alloc(33) }, 'INVALID_LENGTH'],
  ['§6.2.1', 'a missing relying party', { more: { 1: undefined } }, 'MISSING_PARAMETER'],
  [
    '§6.4',
    'a list longer than its header says',
    { allow: Array.from({ length: 65 }, () => Buffer.of(1)) },
    'LIMIT_EXCEEDED',
  ],
])('§6.2.2 %s refuses %s', async (_, __, asked, status) => {
  const { get } = await holding([1], { verification: 'pin' })
  expect(await get(asked)).toMatchObject({ status: ctapStatuses[status] })
})

test('§6.2.2 step 5 checks silently for a passkey, with neither user presence nor verification', async () => {
  const { get, card } = await holding([1], { verification: 'pin' })
  card.now += 120_001
  const { status, body } = await get({ options: { up: false } })
  expect(status).toBe(0)
  expect(dataOf(body).flags).toBe(0)
})

test('§6.2.2 step 6 refuses a token with the make permission only', async () => {
  const { get, token } = await holding([1], { verification: 'pin' })
  const wrong = await token(PIN, pinPermissions.make, 'example.org')
  expect(await get({ token: wrong })).toMatchObject({ status: ctapStatuses.PIN_AUTH_INVALID })
})

test('§6.2.2 step 9 uses up the token', async () => {
  const { get, token, card } = await holding([1], { verification: 'pin' })
  const once = await token(PIN, pinPermissions.get, 'example.org')
  expect(await get({ token: once })).toMatchObject({ status: 0 })
  card.tap()
  expect(await get({ token: once })).toMatchObject({ status: ctapStatuses.PIN_AUTH_INVALID })
})

test('§6.2.2 step 9 refuses without a tap', async () => {
  const { get } = await holding([1])
  expect(await get()).toMatchObject({ status: 0 })
  expect(await get()).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
})

test('§6.2.2 step 11 responds with one allowed passkey and no count', async () => {
  const { get, ids } = await holding([1, 2, 3])
  const { body } = await get({ allow: [ids[0]!, ids[1]!] })
  expect(body.has(5)).toBe(false)
  expect(body.get(4)).toEqual(new Map([['id', new Uint8Array(Buffer.of(2))]]))
})

test('§6.2.2 step 7.1 requires a passkey of that relying party', async () => {
  const { get, ids } = await holding([1])
  expect(await get({ rpId: 'other.org', allow: ids })).toMatchObject({ status: ctapStatuses.NO_CREDENTIALS })
})

test('§6.2.2 step 12 returns the newest passkey first, and names only to verified users', async () => {
  const verified = await holding([1, 2, 3], { verification: 'pin' })
  const first = await verified.signIn()
  expect(first.body.get(5)).toBe(3)
  expect((first.body.get(4) as Map<string, unknown>).get('displayName')).toBe('User 3')
  const unverified = await holding([1, 2])
  const { body } = await unverified.get()
  expect(body.get(5)).toBe(2)
  expect([...(body.get(4) as Map<string, unknown>).keys()]).toEqual(['id'])
})

test('§6.2.2 step 12.1 returns no user name if there is only one passkey', async () => {
  const { signIn } = await holding([1], { verification: 'pin' })
  expect([...((await signIn()).body.get(4) as Map<string, unknown>).keys()]).toEqual(['id'])
})

test('§6.2.2 returns the later of two passkeys made in the same millisecond first', async () => {
  const { card, get } = await holding([1, 2])
  card.card = { ...card.card, credentials: card.card.credentials.map(one => ({ ...one, madeAt: 5 })) }
  expect((await get()).body.get(4)).toEqual(new Map([['id', new Uint8Array(Buffer.of(2))]]))
})

test('§6.3 returns the remaining passkeys', async () => {
  const { signIn, ask } = await holding([1, 2, 3], { verification: 'pin' })
  await signIn()
  const users: unknown[] = []
  for (const _ of [1, 2]) {
    const { body } = await ask(request(commands.next))
    users.push((body.get(4) as Map<string, unknown>).get('name'))
    expect(dataOf(body).flags).toBe(0x05)
    expect(body.has(5)).toBe(false)
  }
  expect(users).toEqual(['user 2', 'user 1'])
  expect(await ask(request(commands.next))).toMatchObject({ status: ctapStatuses.NOT_ALLOWED })
})

test('§6.3 stops after thirty seconds, after another command, and without an earlier assertion', async () => {
  const { get, ask, card } = await holding([1, 2, 3])
  const next = () => ask(request(commands.next))
  expect(await next()).toMatchObject({ status: ctapStatuses.NOT_ALLOWED })
  await get()
  card.now += 30_000
  expect(await next()).toMatchObject({ status: 0 })
  card.now += 30_001
  expect(await next()).toMatchObject({ status: ctapStatuses.NOT_ALLOWED })
  card.tap()
  await get()
  await ask(request(commands.info))
  expect(await next()).toMatchObject({ status: ctapStatuses.NOT_ALLOWED })
})

test('§6.3 refuses a passkey that was deleted in the meantime', async () => {
  const { get, ask, card } = await holding([1, 2])
  await get()
  card.card = { ...card.card, credentials: [] }
  expect(await ask(request(commands.next))).toMatchObject({ status: ctapStatuses.NOT_ALLOWED })
})

test('credentials that are not discoverable respond only to their ID, and return no user', async () => {
  const { make, get, card } = await holding([])
  const { body } = await make({ options: {} })
  card.tap()
  expect(await get()).toMatchObject({ status: ctapStatuses.NO_CREDENTIALS })
  const answered = await get({ allow: [dataOf(body).id] })
  expect(answered.status).toBe(0)
  expect(answered.body.has(4)).toBe(false)
})

test.each([
  [1, true, true],
  [2, false, true],
  [3, false, false],
])('§12.1 credProtect %i without the PIN: found %s, used by id %s', async (credProtect, found, used) => {
  const { make, get, card } = await holding([])
  const { body } = await make({ extensions: { credProtect } })
  card.tap()
  const options = { up: false }
  expect((await get({ options })).status === 0).toBe(found)
  expect((await get({ options, allow: [dataOf(body).id] })).status === 0).toBe(used)
})

test('§12.1 credProtect 3 allows use with the PIN', async () => {
  const { make, token, signIn, card } = await holding([], { verification: 'pin' })
  await make({ extensions: { credProtect: 3 }, token: await token(PIN, pinPermissions.make, 'example.org') })
  card.tap()
  expect(await signIn()).toMatchObject({ status: 0 })
})

test('§12.2 returns credBlob', async () => {
  const { make, get, card } = await holding([])
  await make({ extensions: { credBlob: Buffer.from('left') } })
  card.tap()
  const { body } = await get({ extensions: { credBlob: true } })
  expect(dataOf(body).extensions?.get('credBlob')).toEqual(new Uint8Array(Buffer.from('left')))
})

const COUNTERS = 200
test(`${COUNTERS} assertions at once give strictly growing counters`, async () => {
  const { get, card } = await holding([1])
  const answers = await Promise.all(Array.from({ length: COUNTERS }, () => get({ options: { up: false } })))
  const counters = answers.map(({ body }) => dataOf(body).counter)
  expect(counters.toSorted((a, b) => a - b)).toEqual(Array.from({ length: COUNTERS }, (_, place) => place + 1))
  expect(card.log.filter(({ kind }) => kind === 'credential used')).toHaveLength(COUNTERS)
})

test.each([1, 2] as const)(
  '§12.5 hmac-secret by protocol %i is stable, supports two salts, and differs for verified users',
  async protocol => {
    const card = softwareCard({ verification: 'none' })
    const { make, get, agree } = ctapClient(card.send)
    await make({ extensions: { 'hmac-secret': true } })
    const ask = async (salts: Buffer) => {
      card.tap()
      const agreed = await agree(protocol)
      const sealed = seal(agreed, salts)
      const input = { 1: agreed.cose, 2: sealed, 3: authenticate(protocol, agreed.mac, sealed), 4: protocol }
      const map = new Map(Object.entries(input).map(([key, value]) => [Number(key), value]))
      const { body } = await get({ extensions: { 'hmac-secret': map } })
      return open(agreed, dataOf(body).extensions?.get('hmac-secret') as Uint8Array)
    }
    const one = await ask(Buffer.alloc(32, 1))
    expect(one).toHaveLength(32)
    expect(await ask(Buffer.alloc(32, 1))).toEqual(one)
    const both = await ask(Buffer.concat([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]))
    expect(both.subarray(32)).toEqual(one)
    expect(both.subarray(0, 32)).not.toEqual(one)
  },
)

test('§12.5 hmac-secret is absent for a passkey made without it', async () => {
  const { get, agree } = await holding([1])
  const agreed = await agree(2)
  const sealed = seal(agreed, Buffer.alloc(32))
  const input = new Map<number, unknown>([
    [1, agreed.cose],
    [2, sealed],
    [3, authenticate(2, agreed.mac, sealed)],
    [4, 2],
  ])
  const { status, body } = await get({ extensions: { 'hmac-secret': input } })
  expect([status, dataOf(body).extensions]).toEqual([0, undefined])
})

test.each<[string, Status, (right: Map<number, unknown>) => Map<number, unknown>, boolean]>([
  ['a salt with a wrong authentication code', 'PIN_AUTH_INVALID', map => new Map(map).set(3, Buffer.alloc(32)), true],
  ['a missing salt', 'MISSING_PARAMETER', map => new Map([...map].filter(([key]) => key !== 2)), true],
  ['an unknown protocol', 'INVALID_PARAMETER', map => new Map(map).set(4, 3), true],
  ['a request without user presence', 'UNSUPPORTED_OPTION', map => map, false],
])('§12.5 hmac-secret refuses %s', async (_, status, spoil, up) => {
  const card = softwareCard({ verification: 'none' })
  const { make, get, agree } = ctapClient(card.send)
  await make({ extensions: { 'hmac-secret': true } })
  card.tap()
  const agreed = await agree(2)
  const sealed = seal(agreed, Buffer.alloc(32))
  const right = new Map<number, unknown>([
    [1, agreed.cose],
    [2, sealed],
    [3, authenticate(2, agreed.mac, sealed)],
    [4, 2],
  ])
  const reply = await get({ extensions: { 'hmac-secret': spoil(right) }, options: { up } })
  expect(reply).toMatchObject({ status: ctapStatuses[status] })
})

test('§12.5 hmac-secret refuses salts of another length', async () => {
  const card = softwareCard({ verification: 'none' })
  const { make, get, agree } = ctapClient(card.send)
  await make({ extensions: { 'hmac-secret': true } })
  card.tap()
  const agreed = await agree(1)
  const sealed = seal(agreed, Buffer.alloc(48))
  const input = new Map<number, unknown>([
    [1, agreed.cose],
    [2, sealed],
    [3, authenticate(1, agreed.mac, sealed)],
  ])
  expect(await get({ extensions: { 'hmac-secret': input } })).toMatchObject({ status: ctapStatuses.INVALID_LENGTH })
})

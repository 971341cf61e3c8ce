import { createVerify, sign, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { AUTHORITY, certificate, newKey } from '#test/emulators/certificate.ts'
import { ctapClient, type MakeOptions, pinPermissions, readData, type Token } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'
import { MAX_CREDENTIALS } from '../authenticator.model.ts'
import { readPublicKey } from '#features/keys/ceremony/public-key.ts'

const PIN = '274936'

async function withPin(settings: Parameters<typeof softwareCard>[0] = {}) {
  const card = softwareCard(settings)
  const client = ctapClient(card.send)
  await client.setPin(PIN)
  return { card, ...client, token: (rpId = 'example.org') => client.token(PIN, pinPermissions.make, rpId) }
}

function pinless(settings: Parameters<typeof softwareCard>[0] = {}) {
  const card = softwareCard({ verification: 'none', ...settings })
  return { card, ...ctapClient(card.send) }
}

test('§6.1.2 makes a passkey for a verified user', async () => {
  const { card, make, token } = await withPin()
  const { status, body } = await make({ token: await token() })
  expect(status).toBe(0)
  expect(body.get(1)).toBe('packed')
  const data = readData(body.get(2) as Uint8Array)
  expect(data).toMatchObject({ flags: 0x45, counter: 0, extensions: undefined })
  expect(card.card.credentials).toMatchObject([
    { id: data.id, discoverable: true, protection: 1, party: { id: 'example.org' }, user: { displayName: 'Ada' } },
  ])
})

test('§6.1.2 step 19 attests with the key of the credential itself', async () => {
  const { make } = pinless()
  const { body } = await make()
  const data = body.get(2) as Uint8Array
  const statement = body.get(3) as Map<string, unknown>
  const { key } = readPublicKey(readData(data).publicKey)
  expect([...statement.keys()]).toEqual(['alg', 'sig'])
  const verify = createVerify('sha256').update(data).update(Buffer.alloc(32, 1))
  expect(verify.verify(key, statement.get('sig') as Buffer)).toBe(true)
})

test('§6.1.2 step 19 attests with the model certificate', async () => {
  const { card, make } = pinless()
  const { publicKey, privateKey } = newKey()
  const leaf = certificate({ key: publicKey, by: privateKey, extensions: [AUTHORITY] })
  card.faculties = {
    attestation: { certificates: [leaf], sign: data => Promise.resolve(sign('sha256', data, privateKey)) },
  }
  const { body } = await make()
  const statement = body.get(3) as Map<string, unknown>
  const [given] = statement.get('x5c') as Uint8Array[]
  const signed = Buffer.concat([body.get(2) as Uint8Array, Buffer.alloc(32, 1)])
  const by = new X509Certificate(Buffer.from(given!)).publicKey
  expect(
    createVerify('sha256')
      .update(signed)
      .verify(by, statement.get('sig') as Buffer),
  ).toBe(true)
})

test.each<[string, string, MakeOptions, Status]>([
  ['step 1', 'an empty proof if no PIN is set', { more: { 8: Buffer.of(), 9: 2 } }, 'PIN_NOT_SET'],
  ['step 2', 'a proof with an unknown protocol', { more: { 8: Buffer.alloc(16), 9: 3 } }, 'INVALID_PARAMETER'],
  ['step 2', 'a proof without a protocol', { more: { 8: Buffer.alloc(16) } }, 'MISSING_PARAMETER'],
  ['step 3', 'unsupported algorithms', { algorithms: [{ alg: -257, type: 'public-key' }] }, 'UNSUPPORTED_ALGORITHM'],
  ['step 3', 'a missing algorithm list', { algorithms: [] }, 'UNSUPPORTED_ALGORITHM'],
  ['step 3', 'another credential type', { algorithms: [{ alg: -7, type: 'password' }] }, 'UNSUPPORTED_ALGORITHM'],
  [
    'step 3',
    'an algorithm without a type',
    { algorithms: [{ alg: -7, type: 'public-key' }, { alg: -7 }] },
    'INVALID_CBOR',
  ],
  ['step 3', 'an algorithm as text', { algorithms: [{ alg: 'ES256', type: 'public-key' }] }, 'CBOR_UNEXPECTED_TYPE'],
  ['step 5.3', 'built-in user verification', { options: { rk: true, uv: true } }, 'INVALID_OPTION'],
  ['step 5.6', 'an option to skip user presence', { options: { up: false } }, 'INVALID_OPTION'],
  ['step 5.6', 'an option to skip user presence, as a number', { options: { up: 1 } }, 'CBOR_UNEXPECTED_TYPE'],
  ['step 6', 'a missing PIN', {}, 'PUAT_REQUIRED'],
  ['step 6', 'a proof if no PIN is set', { more: { 8: Buffer.alloc(32), 9: 2 } }, 'PUAT_REQUIRED'],
  ['step 6', 'a missing PIN for a non-discoverable credential', { options: {} }, 'PUAT_REQUIRED'],
  ['§6.1.1', 'a client data hash of the wrong length', { clientDataHash: Buffer.alloc(31) }, 'INVALID_LENGTH'],
  ['§6.1.1', 'a missing relying party', { more: { 2: undefined } }, 'MISSING_PARAMETER'],
  ['§6.1.1', 'a relying party without an ID', { rp: { name: 'x' } }, 'MISSING_PARAMETER'],
  ['§6.1.1', 'a relying party with a long ID', { rp: { id: 'x'.repeat(256) } }, 'INVALID_LENGTH'],
  ['§6.1.1', 'a user without an ID', { user: { name: 'x' } }, 'MISSING_PARAMETER'],
  ['§6.1.1', 'a user with a long ID', { user: { id: Buffer.alloc(65) } }, 'INVALID_LENGTH'],
  ['§6.1.1', 'a user with a text as ID', { user: { id: 'x' } }, 'CBOR_UNEXPECTED_TYPE'],
  [
    '§6.4',
    'a list longer than its header says',
    { exclude: Array.from({ length: 65 }, () => Buffer.of(1)) },
    'LIMIT_EXCEEDED',
  ],
])('§6.1.2 %s refuses %s', async (_, __, asked, status) => {
  const { make } = ctapClient(softwareCard().send)
  expect(await make(asked)).toMatchObject({ status: ctapStatuses[status] })
})

test('§6.1.1 accepts IDs and lists of the announced maximum length', async () => {
  const exclude = Array.from({ length: 64 }, () => Buffer.alloc(32))
  const { status } = await pinless().make({ rp: { id: 'x'.repeat(255) }, user: { id: Buffer.alloc(64) }, exclude })
  expect(status).toBe(0)
})

test('§6.1.2 step 1 reports that a PIN is set, and requires a tap', async () => {
  const { make, card } = await withPin()
  expect(await make({ more: { 8: Buffer.of(), 9: 1 } })).toMatchObject({ status: ctapStatuses.PIN_INVALID })
  card.now += 120_001
  expect(await make({ more: { 8: Buffer.of(), 9: 1 } })).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
})

test('§6.1.2 step 2 refuses any PIN/UV auth parameter if the card has no PIN', async () => {
  const { make } = pinless()
  expect(await make({ more: { 8: Buffer.alloc(32), 9: 2 } })).toMatchObject({ status: ctapStatuses.INVALID_PARAMETER })
  expect(await make({ more: { 8: Buffer.alloc(32) } })).toMatchObject({ status: ctapStatuses.MISSING_PARAMETER })
})

test('§6.1.2 step 9 refuses enterprise attestation', async () => {
  const { make } = pinless()
  expect(await make({ more: { 10: 1 } })).toMatchObject({ status: ctapStatuses.INVALID_PARAMETER })
})

test.each<[string, (card: Awaited<ReturnType<typeof withPin>>) => Promise<Token>]>([
  ['step 11.1.1 a proof of another hash', async ({ token }) => ({ ...(await token()), value: Buffer.alloc(32) })],
  [
    'step 11.1.2 a token without permission to register',
    ({ card }) => ctapClient(card.send).token(PIN, pinPermissions.get, 'example.org'),
  ],
  ['step 11.1.3 a token for another relying party', ({ token }) => token('evil.test')],
  [
    'step 11.1.4 a token that was already used to sign',
    async ({ card, make, token }) => {
      const used = await token()
      expect(await make({ token: used })).toMatchObject({ status: 0 })
      card.tap()
      return used
    },
  ],
  [
    '§6.5.2.1 a token that was not used in time',
    async ({ card, token }) => {
      const late = await token()
      card.now += 30_001
      return late
    },
  ],
])('§6.1.2 refuses %s', async (_, given) => {
  const card = await withPin()
  expect(await card.make({ token: await given(card) })).toMatchObject({ status: ctapStatuses.PIN_AUTH_INVALID })
})

test('§6.1.2 step 11.1.7 binds a token to the first relying party that uses it', async () => {
  const { make, tokenReply, card } = await withPin()
  const { token } = await tokenReply(PIN)
  const first = await make({ token: token!, exclude: [Buffer.of(1)], options: { rk: true, up: true }, more: { 10: 1 } })
  expect(first.status).toBe(ctapStatuses.INVALID_PARAMETER)
  card.card = { ...card.card, allows: { ...card.card.allows, create: false } }
  expect(await make({ token: token! })).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
  expect(await make({ token: token!, rp: { id: 'other.org' } })).toMatchObject({
    status: ctapStatuses.PIN_AUTH_INVALID,
  })
})

test('§6.1.2 step 12 refuses an account that already has a passkey on this card', async () => {
  const { card, make } = pinless()
  const id = readData((await make()).body.get(2) as Uint8Array).id
  card.tap()
  expect(await make({ exclude: [Buffer.of(9), id] })).toMatchObject({ status: ctapStatuses.CREDENTIAL_EXCLUDED })
  expect(await make({ exclude: [id], rp: { id: 'other.org' } })).toMatchObject({ status: 0 })
})

test('§6.1.2 step 12 ignores excluded passkeys that only a verified user can see', async () => {
  const { card, make, token } = await withPin()
  const protectedOne = await make({ token: await token(), extensions: { credProtect: 3 } })
  const id = readData(protectedOne.body.get(2) as Uint8Array).id
  card.tap()
  expect(await make({ token: await token(), exclude: [id] })).toMatchObject({
    status: ctapStatuses.CREDENTIAL_EXCLUDED,
  })
  card.card = { ...card.card, verification: 'none' }
  expect(await make({ exclude: [id] })).toMatchObject({ status: 0 })
})

test('§6.1.2 step 14 requires a tap for each passkey', async () => {
  const { card, make } = pinless()
  expect(await make()).toMatchObject({ status: 0 })
  expect(await make()).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
  card.tap()
  expect(await make()).toMatchObject({ status: 0 })
  card.tap()
  card.now += 120_001
  expect(await make()).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
})

test('§6.1.2 step 17 replaces the existing passkey of the same user with a new one', async () => {
  const { card, make } = pinless()
  await make()
  card.tap()
  await make()
  card.tap()
  await make({ user: { id: Buffer.of(2) } })
  card.tap()
  await make({ options: {} })
  expect(card.card.credentials.map(({ user, discoverable }) => [user.id[0], discoverable])).toEqual([
    [1, true],
    [2, true],
    [1, false],
  ])
  expect(card.log.map(({ kind }) => kind)).toEqual([
    'credential added',
    'credential removed',
    'credential added',
    'credential added',
    'credential added',
  ])
})

test('§6.1.2 step 17.3 refuses a new passkey on a full card, but replaces an existing one', async () => {
  const { card, make } = pinless()
  await make()
  const [one] = card.card.credentials
  const others = Array.from({ length: MAX_CREDENTIALS - 1 }, () => ({ ...one!, user: { id: Buffer.of(9) } }))
  card.card = { ...card.card, credentials: [one!, ...others] }
  card.tap()
  expect(await make({ user: { id: Buffer.of(2) } })).toMatchObject({ status: ctapStatuses.KEY_STORE_FULL })
  card.tap()
  expect(await make()).toMatchObject({ status: 0 })
})

test('§6.1.2 step 17.2 truncates names at a character boundary and stores no icons', async () => {
  const { card, make } = pinless()
  await make({ user: { id: Buffer.of(1), name: 'ä'.repeat(100), icon: 'https://example.org/ada.png' } })
  expect(card.card.credentials[0]?.user).toEqual({ id: Uint8Array.of(1), name: 'ä'.repeat(64) })
})

test('makes no passkey if the workspace does not allow it', async () => {
  const { make } = pinless({ allows: { firstPin: true, create: false, manage: true } })
  expect(await make()).toMatchObject({ status: ctapStatuses.OPERATION_DENIED })
})

test.each<[string, Record<string, unknown>, Record<string, unknown> | undefined]>([
  ['§12.1 credProtect', { credProtect: 2 }, { credProtect: 2 }],
  ['§12.5 hmac-secret', { 'hmac-secret': true }, { 'hmac-secret': true }],
  ['§12.5 hmac-secret set to false', { 'hmac-secret': false }, undefined],
  ['§12.2 credBlob', { credBlob: Buffer.alloc(32) }, { credBlob: true }],
  ['§12.2 credBlob with too many bytes', { credBlob: Buffer.alloc(33) }, { credBlob: false }],
  ['§6.1.2 step 15 an unknown extension', { largeBlobKey: true }, undefined],
])('responds to %s', async (_, extensions, outputs) => {
  const { body } = await pinless().make({ extensions })
  const said = readData(body.get(2) as Uint8Array)
  expect(said.extensions && Object.fromEntries(said.extensions)).toEqual(outputs)
  expect(said.flags & 0x80).toBe(outputs ? 0x80 : 0)
})

test('§12.2 refuses credBlob for a credential that is not discoverable', async () => {
  const { body } = await pinless().make({ extensions: { credBlob: Buffer.of(1) }, options: {} })
  expect(readData(body.get(2) as Uint8Array).extensions?.get('credBlob')).toBe(false)
})

test('§12.1 refuses an unknown credProtect level', async () => {
  expect(await pinless().make({ extensions: { credProtect: 4 } })).toMatchObject({
    status: ctapStatuses.INVALID_OPTION,
  })
})

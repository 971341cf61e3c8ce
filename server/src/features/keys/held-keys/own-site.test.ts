import { randomBytes } from 'node:crypto'
import { signIn } from '@claviger/contract/access/sign-in'
import { credentials } from '@claviger/contract/keys/credentials'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { cardBrowser, signedInAt } from '#test/api/card-browser.ts'
import { authenticate, pinPermissions, open, readData, seal } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { origin } from '#test/api/passkeys.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const reader = as(await registerReader(home))
const PIN = '274936'
const site = { origin, rpId: 'localhost' }

async function newCard(last: string, number: string) {
  const user = await given.addUser('Own', last)
  const key = await assignCard(home, user, number, PIN)
  const card = cardAt(reader, number)
  const { accessToken } = await given.session({ id: user, workspace: given.owner.workspace })
  return { user, key, card, me: as(accessToken) }
}

test('a card registers at Claviger and signs in there', async () => {
  const { user, key, card, me } = await newCard('Site', 'BADCAB01')
  const browser = cardBrowser(card, PIN, site)
  const { session, authInfo } = await me.tell(credentials.challenge, { purpose: 'add' })
  const { challenge, user: handle } = authInfo.creation!
  const { result } = await me.tell(credentials.add, { ...(await browser.create(challenge, handle.id)), session })
  expect(result).toMatchObject({ name: 'Claviger access card', model: 'Claviger access card' })
  const begun = await as(undefined).tell(signIn.passkeyInitial)
  const done = await as(begun.session).ask(signIn.passkeyLogin, await browser.get(begun.options.challenge))
  expect(done.status).toBe(200)
  const admin = as((await given.session(given.administrator)).accessToken)
  expect((await admin.tell(securityKeys.ofUser, { id: user })).items).toMatchObject([{ id: key, passkeys: 1 }])
  expect((await admin.tell(securityKeys.credentials, { id: key })).items).toMatchObject([
    { id: result.id, rpId: 'localhost', model: 'Claviger access card' },
  ])
})

test('a passkey for Claviger that is deleted from its card at a reader is also removed from the account', async () => {
  const { card, me } = await newCard('Forgotten', 'BADCAB07')
  const { session, authInfo } = await me.tell(credentials.challenge, { purpose: 'add' })
  const { challenge, user: handle } = authInfo.creation!
  const made = await cardBrowser(card, PIN, site).create(challenge, handle.id)
  await me.tell(credentials.add, { ...made, session })
  card.tap()
  const id = new Map([[2, { id: Buffer.from(made.id, 'base64url'), type: 'public-key' }]])
  expect((await card.manage(6, await card.token(PIN, pinPermissions.manage), id)).status).toBe(0)
  expect((await me.tell(credentials.list)).items).toEqual([])
})

test('refuses to add a passkey on a card of another user to an account', async () => {
  const { card } = await newCard('Lender', 'BADCAB05')
  const { me } = await newCard('Borrower', 'BADCAB06')
  const browser = cardBrowser(card, PIN, site)
  const { session, authInfo } = await me.tell(credentials.challenge, { purpose: 'add' })
  const { challenge, user: handle } = authInfo.creation!
  const made = await browser.create(challenge, handle.id)
  expect(await me.ask(credentials.add, { ...made, session })).toMatchObject({
    status: 409,
    body: { code: 'card-taken', message: expect.stringContaining('belongs to another user') },
  })
  expect((await me.tell(credentials.list)).items).toEqual([])
})

test('a card registers at any site, and administrators can list and delete its passkeys', async () => {
  const { user, key, card } = await newCard('Elsewhere', 'BADCAB02')
  const shop = { origin: 'https://shop.example', rpId: 'shop.example' }
  const found = await signedInAt(shop, cardBrowser(card, PIN, shop))
  expect(found).toMatchObject({ newCounter: 1, userVerified: true })
  const admin = as((await given.session(given.administrator)).accessToken)
  const { items } = await admin.tell(securityKeys.ofPerson, { id: user })
  expect(items).toMatchObject([
    {
      rpId: 'shop.example',
      userName: 'ada@example.org',
      securityKeyId: key,
      model: 'Claviger access card',
      synced: false,
    },
  ])
  expect(items[0]?.lastUsedAt).not.toBeNull()
  expect(await admin.tell(securityKeys.info, { id: key })).toMatchObject({
    passkeys: 1,
    lastActivity: expect.any(String),
  })
  const passkey = { id: user, credentialId: items[0]!.id }
  expect(await admin.ask(keyActCalls.removePasskey, { ...passkey, id: given.user.id })).toMatchObject({ status: 404 })
  await admin.tell(keyActCalls.removePasskey, passkey)
  expect((await admin.tell(securityKeys.credentials, { id: key })).items).toEqual([])
  await expect
    .poll(async () => (await home.mailTo('own.elsewhere@northgate.example')).subject)
    .toBe('A passkey was deleted from one of your cards')
  card.tap()
  const token = await card.token(PIN, pinPermissions.get, 'shop.example')
  expect((await card.get({ rpId: 'shop.example', token })).status).toBe(0x2e)
  await admin.tell(users.remove, { id: user })
  await expect(card.pin(1, 2)).rejects.toMatchObject({ code: 'card-unknown' })
})

test('the secret of a passkey for a salt is the same in every session', async () => {
  const { card } = await newCard('Secret', 'BADCAB03')
  const made = await card.make({
    extensions: { 'hmac-secret': true },
    token: await card.token(PIN, pinPermissions.make, 'example.org'),
  })
  expect(made.status).toBe(0)
  const secretFor = async (salt: Uint8Array) => {
    card.tap()
    const token = await card.token(PIN, pinPermissions.get, 'example.org')
    const agreed = await card.agree(2)
    const sealed = seal(agreed, salt)
    const asked = new Map<number, unknown>([
      [1, agreed.cose],
      [2, sealed],
      [3, authenticate(2, agreed.mac, sealed)],
      [4, 2],
    ])
    const got = await card.get({ token, extensions: { 'hmac-secret': asked } })
    const { extensions } = readData(got.body.get(2) as Uint8Array)
    return open(agreed, extensions?.get('hmac-secret') as Uint8Array).toString('hex')
  }
  const [one, other] = [randomBytes(32), randomBytes(32)]
  const secret = await secretFor(one)
  expect(secret).toHaveLength(64)
  expect(await secretFor(one)).toBe(secret)
  expect(await secretFor(other)).not.toBe(secret)
})

test('a user sets the first PIN of a card at the reader', async () => {
  const user = await given.addUser('First', 'Pin', { email: null, email_verified_at: null })
  await assignCard(home, user, 'BADCAB04', PIN)
  await home.world.superPool.query('update security_keys set pin_sealed = null, pin_due = true where user_id = $1', [
    user,
  ])
  const card = cardAt(reader, 'BADCAB04')
  expect((await card.make()).status).toBe(0x36)
  // A sequence, a year, and a part of the decimal card number 78372026
  for (const weak of ['1234', '1984', '7837']) expect((await card.setPin(weak)).status).toBe(0x37)
  expect((await card.setPin('2741')).status).toBe(0)
  expect((await card.setPin('9274')).status).toBe(0x33)
  expect((await card.make({ token: await card.token('2741', pinPermissions.make, 'example.org') })).status).toBe(0)
  expect((await card.changePin('2741', '24681')).status).toBe(0)
  expect((await card.tokenReply('2741', { permissions: 1, rpId: 'a.b' })).status).toBe(0x31)
})

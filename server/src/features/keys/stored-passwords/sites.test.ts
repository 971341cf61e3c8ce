import { activity } from '@claviger/contract/oversight/activity'
import { fillMessage } from '@claviger/contract/keys/extension'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { expect, test } from 'vitest'
import { authenticate, pinPermissions } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies } from '#test/api/policies.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'

const home = await startTestApp()
const { given, as } = home
const reader = as(await registerReader(home))
const [card, bare, PIN] = ['04A1B2C3', '04A1B2C4', '274936']
const key = await assignCard(home, given.user.id, card, PIN)
await assignCard(home, given.user.id, bare, null)
const origin = 'https://pay.example'
const signedIn = async (who: { id: string; workspace: string }) => as((await given.session(who)).accessToken)
const me = await signedIn(given.user)
const store = async (more: { url: string; pinRequired: boolean }) =>
  (await me.tell(storedPasswords.ownCreate, { type: 1, username: 'priya', password: 'Tr0ub4dor', ...more })).id
const asked = await store({ url: `${origin}/login`, pinRequired: true })
const open = await store({ url: `${origin}:8443/`, pinRequired: false })

const at = (more: object = {}) => ({ cardId: card, format: 'hex', computerId: COMPUTER, origin, ...more })
const fill = (id: string, more: object = {}) => reader.ask(storedPasswords.fill, { ...at(more), passwordId: id })

async function shown(id: string, more: { pin?: string; host?: string; origin?: string; message?: string } = {}) {
  const held = cardAt(reader, card)
  const token = await held.token(more.pin ?? PIN, pinPermissions.get, more.host ?? 'pay.example')
  const message = more.message ?? fillMessage(id, more.origin ?? origin)
  const proof = authenticate(2, token.value, Buffer.from(message)).toString('base64url')
  return { proof, session: held.session() }
}

test('a tapped card lists the accounts for this exact site, without passwords', async () => {
  const offered = (more: object = {}) => reader.tell(storedPasswords.offered, at(more) as never)
  expect(await offered()).toEqual({ items: [{ id: asked, username: 'priya', pinRequired: true }] })
  expect((await offered({ origin: `${origin}:8443` })).items).toMatchObject([{ id: open, pinRequired: false }])
  for (const other of ['http://pay.example', 'https://pay.example.evil.example', 'https://sub.pay.example'])
    expect(await offered({ origin: other })).toEqual({ items: [] })
  expect((await reader.ask(storedPasswords.offered, at({ origin: `${origin}/login` }))).status).toBe(422)
})

test('the PIN of a card, entered for this site, releases the password once', async () => {
  const by = await shown(asked)
  expect(await fill(asked, by)).toMatchObject({ status: 200, body: { username: 'priya', password: 'Tr0ub4dor' } })
  // Tap and PIN are spent
  expect(await fill(asked, by)).toMatchObject({ status: 403, body: { code: 'pin-needed' } })
  const { items } = await (await signedIn(given.owner)).tell(activity.list, { action: ['stored-password.filled'] })
  expect(items[0]).toMatchObject({
    kind: 'use',
    actorName: 'Priya Raman',
    after: { username: 'priya', asksFirst: true },
  })
  expect(JSON.stringify(items)).not.toContain('Tr0ub4dor')
})

test.each([
  ['no PIN', {}],
  ['the PIN for another site', { host: 'other.example' }],
  ['the PIN for another password', { message: 'fill in another at https://pay.example' }],
  ['the PIN for another port', { origin: 'https://pay.example:8443' }],
] as const)('with %s, no password that requires a PIN is released', async (what, more) => {
  const by = what === 'no PIN' ? {} : await shown(asked, more)
  expect(await fill(asked, by)).toMatchObject({ status: 403, body: { code: 'pin-needed' } })
})

test('a card without a PIN fills only passwords that require none', async () => {
  expect(await fill(asked, { cardId: bare })).toMatchObject({ status: 403, body: { code: 'pin-needed' } })
  const other = { cardId: bare, origin: `${origin}:8443` }
  expect(await fill(open, other)).toMatchObject({ status: 200, body: { password: 'Tr0ub4dor' } })
})

test('a password is released only for its own site, its owner, and programs of its workspace', async () => {
  expect(await fill(open)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  await assignCard(home, given.administrator.id, '04A1B2C5', PIN)
  expect(await fill(open, { cardId: '04A1B2C5', origin: `${origin}:8443` })).toMatchObject({ status: 404 })
  const elsewhere = as(await registerReader(home, given.ownerElsewhere))
  const asking = { ...at({ origin: `${origin}:8443` }), passwordId: open }
  expect(await elsewhere.ask(storedPasswords.fill, asking)).toMatchObject({
    status: 404,
    body: { code: 'card-unknown' },
  })
  expect((await me.ask(storedPasswords.fill, asking)).status).toBe(401)
})

test('a suspended card releases no password, and the log records the attempt', async () => {
  const administrator = await signedIn(given.administrator)
  await administrator.tell(keyActCalls.suspend, { ids: [key] })
  expect(await fill(open, { origin: `${origin}:8443` })).toMatchObject({ status: 409, body: { code: 'key-suspended' } })
  const { items } = await (await signedIn(given.owner)).tell(activity.list, { action: ['security-key.refused'] })
  expect(items.length).toBeGreaterThan(0)
  await administrator.tell(keyActCalls.activate, { ids: [key] })
})

test('access policies apply at the site, and a refusal includes its reference', async () => {
  await putPolicies(home, [{ rpRestriction: { values: ['pay.example'] } }])
  const refused = await fill(open, { origin: `${origin}:8443` })
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'policy-refused', message: expect.stringMatching(/Reference: /) },
  })
  const { items } = await (await signedIn(given.owner)).tell(activity.list, { action: ['security-key.refused'] })
  expect(items[0]).toMatchObject({ after: { site: 'pay.example' }, decision: { allowed: false } })
  await putPolicies(home, [])
  expect((await fill(open, { origin: `${origin}:8443` })).status).toBe(200)
})

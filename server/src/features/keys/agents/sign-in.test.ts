import { apiKeys } from '@claviger/contract/connect/api-keys'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { computersOf, signInAt } from '#test/api/agents.ts'
import { asAssertion } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const register = await computersOf(home)
const { key } = await addPasskey(home, given.user.accessToken)
const signedIn = async () => as((await given.session(given.owner)).accessToken)
const pc = await register('WARD-1')
for (const more of [
  { type: 4, username: 'priya', computerName: 'ward-1' },
  { type: 4, username: 'priya', computerName: '.' },
  { type: 4, username: 'priya', computerName: 'LAB-9' },
  { type: 0, username: 'NORTHGATE\\priya' },
  { type: 1, username: 'priya', url: 'https://pay.example' },
])
  await as(given.user.accessToken).tell(storedPasswords.ownCreate, { ...more, password: 'secret-1' })
const refused = { status: 401, body: { code: 'challenge-refused' } }

test('signing in at a computer opens its fixed account, whose password no other caller can read', async () => {
  const owner = await signedIn()
  const desk = await register('DESK-1')
  const id = await given.addUser('Dora', 'Desk')
  await given.addActiveKeys([id])
  const session = await given.session({ id, workspace: given.owner.workspace })
  const own = (await addPasskey(home, session.accessToken)).key
  const account = { username: 'NORTHGATE\\ward1', password: 'Wr4d-One!' }
  const set = await owner.tell(computers.setAccount, { _id: desk.id, ...account })
  expect(set).toMatchObject({ account: account.username, accountSetAt: clock.now().toISOString() })
  expect(await signInAt(home, desk, own)).toMatchObject({
    status: 200,
    body: {
      user: { id, name: 'Dora Desk' },
      accounts: [{ ...account, of: 'computer' }],
      rememberedPinHours: 0,
      offline: null,
    },
  })
  for (const call of [computers.list, devices.list, activity.list])
    expect(JSON.stringify(await owner.tell(call as typeof computers.list))).not.toContain(account.password)
  const { rows } = await world.superPool.query('select account_sealed from devices where id = $1', [desk.id])
  expect(String((rows as { account_sealed: Buffer }[])[0]?.account_sealed)).not.toContain(account.password)
  await owner.tell(computers.removeAccount, { _id: desk.id })
  expect(await signInAt(home, desk, own)).toMatchObject({ body: { accounts: [] } })
})

test('includes stored passwords of the user: of a domain, of this computer, and of any computer', async () => {
  const { body } = await signInAt(home, pc, key)
  expect(body['accounts']).toEqual(
    ['NORTHGATE\\priya', 'ward-1\\priya', '.\\priya'].map(username => ({
      username,
      password: 'secret-1',
      of: 'user',
      pinRequired: true,
    })),
  )
})

test('the registered name, not the reported one, decides which passwords a computer receives', async () => {
  const liar = await register('KIOSK-1')
  await as(liar.token).tell(agents.heartbeat, { hostName: 'WARD-1' })
  const opened = async () => {
    const { body } = await signInAt(home, liar, key)
    return (body['accounts'] as { username: string }[]).map(one => one.username)
  }
  const allowed = ['NORTHGATE\\priya', '.\\priya']
  expect(await opened()).toEqual(allowed)
  await (await signedIn()).tell(computers.update, { _id: liar.id, name: 'WARD-1' })
  expect(await opened()).toEqual(allowed)
  await as(pc.token).tell(agents.heartbeat, { hostName: 'SOMETHING-ELSE' })
  expect((await signInAt(home, pc, key)).body['accounts']).toHaveLength(3)
  await (await signedIn()).tell(computers.removeMany, { ids: [liar.id] })
  await as(pc.token).tell(agents.heartbeat, { hostName: 'WARD-1' })
})

test('a shared tablet receives the signed-in user and no password', async () => {
  const { value } = await (await signedIn()).tell(apiKeys.create, { name: 'Tablets', type: 1, expiry: 0 })
  const { id, agentToken } = await as(value).tell(agents.registerMobile, { machineId: 'ipad', name: 'Ward tablet' })
  expect(await signInAt(home, { id, token: agentToken }, key)).toMatchObject({
    status: 200,
    body: { user: { id: given.user.id }, accounts: [] },
  })
  const owner = await signedIn()
  expect(await owner.tell(devices.removeFromUser, { userId: given.user.id, ids: [id] })).toEqual({ removed: 1 })
})

test('lists the user at the computer and the computer at the user, and logs the sign-in', async () => {
  const owner = await signedIn()
  await signInAt(home, pc, key)
  const there = await owner.tell(computers.get, { _id: pc.id })
  expect(there.userList).toMatchObject([{ id: given.user.id, name: 'Priya Raman' }])
  const { items } = await owner.tell(devices.ofUser, { id: given.user.id })
  expect(items).toMatchObject([{ id: pc.id, kind: 1, name: 'WARD-1', offlineUsesLeft: 0, offlineUntil: null }])
  const [line] = (await owner.tell(activity.list, { action: ['device.used'] })).items
  expect(line).toMatchObject({ kind: 'use', status: 1, actorName: 'Priya Raman', objectName: 'WARD-1' })
  expect(await owner.tell(devices.removeFromUser, { userId: given.user.id, ids: [pc.id] })).toEqual({ removed: 1 })
  expect((await owner.tell(devices.ofUser, { id: given.user.id })).items).toEqual([])
})

test('an answer works once', async () => {
  const { session, options } = await as(pc.token).tell(agents.challenge)
  const answer = { ...asAssertion(key.get(options)), session }
  expect(await as(pc.token).ask(agents.signIn, answer)).toMatchObject({ status: 200 })
  expect(await as(pc.token).ask(agents.signIn, answer)).toMatchObject(refused)
})

test('a challenge belongs to its computer and expires', async () => {
  const other = await register('WARD-2')
  const taken = await as(pc.token).tell(agents.challenge)
  const elsewhere = { ...asAssertion(key.get(taken.options)), session: taken.session }
  expect(await as(other.token).ask(agents.signIn, elsewhere)).toMatchObject(refused)
  const late = await as(pc.token).tell(agents.challenge)
  clock.forward(minutes(3))
  const tooLate = { ...asAssertion(key.get(late.options)), session: late.session }
  expect(await as(pc.token).ask(agents.signIn, tooLate)).toMatchObject(refused)
})

test('refuses a key without user verification and a key of another workspace', async () => {
  expect(await signInAt(home, pc, key, { userVerified: false })).toMatchObject({
    status: 401,
    body: { code: 'passkey-refused' },
  })
  const south = await computersOf(home, given.ownerElsewhere)
  const strange = await south('SOUTH-1')
  expect(await signInAt(home, strange, key)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
})

test('refuses a removed computer a new challenge, and an answer to an earlier one', async () => {
  const gone = await register('WARD-3')
  const { session, options } = await as(gone.token).tell(agents.challenge)
  await (await signedIn()).tell(computers.removeMany, { ids: [gone.id] })
  expect(await as(gone.token).ask(agents.signIn, { ...asAssertion(key.get(options)), session })).toMatchObject({
    status: 401,
    body: { code: 'agent-refused' },
  })
  expect(await as(gone.token).ask(agents.challenge)).toMatchObject({ status: 401 })
})

test.each([
  ['ann', 'pass', 'Enter the account as domain\\user'],
  ['corp\\', 'pass', 'Enter the account as domain\\user'],
  ['\\ann', 'pass', 'Enter the account as domain\\user'],
  ['corp\\ann', 'pas', 'Password must be at least 4 characters'],
])('refuses the fixed account %s with %s (R144, R145)', async (username, password, message) => {
  const answer = await (await signedIn()).ask(computers.setAccount, { _id: pc.id, username, password })
  expect(answer).toMatchObject({ status: 422, body: { message } })
})

test('accepts corp\\ann with a password of four characters', async () => {
  const set = { _id: (await register('WARD-4')).id, username: 'corp\\ann', password: 'pass' }
  expect(await (await signedIn()).tell(computers.setAccount, set)).toMatchObject({ account: 'corp\\ann' })
})

import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { assignCard } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as(given.administrator.accessToken)

test('an administrator sees where a user is signed in, with the method, key, and browser', async () => {
  const user = await given.addUser('Desk', 'User')
  const { accessToken } = await given.session({ id: user, workspace: given.owner.workspace })
  const { key } = await addPasskey(home, accessToken, undefined, 'Desk key')
  await signInWith(home, key)
  const { items } = await admin.tell(sessions.ofUser, { id: user })
  expect(items).toHaveLength(2)
  expect(new Set(items.map(one => one.key))).toEqual(new Set(['Desk key', null]))
  expect(items.find(one => one.key)).toMatchObject({
    current: false,
    method: 'passkey',
    device: 'Firefox on Linux',
    ip: '127.0.0.1',
    openedBy: null,
  })
  expect(
    (await as(given.administrator.accessToken).tell(sessions.ofUser, { id: given.administrator.id })).items[0],
  ).toMatchObject({ current: true })
})

test('ends one session, then all; the user sees why, and the log names both users', async () => {
  const [one, two] = [await given.session(given.user), await given.session(given.user)]
  const idOf = async (token: string) => (await as(token).tell(sessions.list)).items.find(item => item.current)!.id
  const sessionId = await idOf(one.accessToken)
  await admin.tell(sessions.endOfUser, { id: given.user.id, sessionId })
  expect(await as(one.accessToken).ask(account.self)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  expect(await as(undefined).ask(signIn.refresh, { refreshToken: one.refreshToken })).toMatchObject({
    status: 401,
    body: { code: 'refresh-refused', message: expect.stringContaining('by an administrator') as string },
  })
  expect((await as(two.accessToken).ask(account.self)).status).toBe(200)
  expect((await admin.ask(sessions.endOfUser, { id: given.user.id, sessionId })).status).toBe(404)
  const { ended } = await admin.tell(sessions.endAllOfUser, { id: given.user.id })
  expect(ended).toBeGreaterThanOrEqual(2)
  expect((await as(two.accessToken).ask(account.self)).status).toBe(401)
  expect((await admin.tell(sessions.ofUser, { id: given.user.id })).items).toEqual([])
  const { items } = await admin.tell(activity.list, { user: given.user.id, action: 'user.signed-out' })
  expect(items.map(line => [line.actorName, line.after])).toEqual([
    [given.administrator.name, { sessions: ended }],
    [given.administrator.name, { sessions: 1 }],
  ])
})

test('cannot end sessions of users with a higher role, or a session through another user', async () => {
  const owners = (await admin.tell(sessions.ofUser, { id: given.owner.id })).items[0]!.id
  const manager = as(given.userManager.accessToken)
  for (const who of [given.owner, given.administrator]) {
    expect(await manager.ask(sessions.endAllOfUser, { id: who.id })).toMatchObject({
      status: 403,
      body: { code: 'above-you' },
    })
  }
  expect(await manager.ask(sessions.endOfUser, { id: given.owner.id, sessionId: owners })).toMatchObject({
    status: 403,
  })
  expect(await manager.ask(sessions.endOfUser, { id: given.user.id, sessionId: owners })).toMatchObject({ status: 404 })
  expect(await as(given.readOnly.accessToken).ask(sessions.endAllOfUser, { id: given.user.id })).toMatchObject({
    status: 403,
  })
  expect(await as(given.ownerElsewhere.accessToken).ask(sessions.ofUser, { id: given.user.id })).toMatchObject({
    status: 404,
  })
  expect((await as(given.owner.accessToken).ask(account.self)).status).toBe(200)
})

test('an administrator who ends all their own sessions keeps the current one', async () => {
  const other = await given.session(given.administrator)
  await admin.tell(sessions.endAllOfUser, { id: given.administrator.id })
  expect((await as(other.accessToken).ask(account.self)).status).toBe(401)
  expect((await admin.ask(account.self)).status).toBe(200)
})

test('names the card that opened a session', async () => {
  const user = await given.addUser('Badge', 'Holder')
  const key = await assignCard(home, user, '04C0FFEE', '274936')
  expect(key).toBeTruthy()
  await as(undefined).tell(signIn.cardLogin, { cardId: '04C0FFEE', pin: '274936', where: 'northgate' })
  const { items } = await admin.tell(sessions.ofUser, { id: user })
  expect(items).toMatchObject([{ method: 'passkey', key: expect.any(String) as string }])
})

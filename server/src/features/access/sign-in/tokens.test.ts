import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { collectStatements } from '#test/app/sent-statements.ts'
import { days, minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const refresh = (refreshToken: string) => as(undefined).ask(signIn.refresh, { refreshToken })

test('an access token expires after fifteen minutes, and the refresh token gets a new one', async () => {
  const { accessToken, refreshToken } = await given.session(given.user)
  clock.forward(minutes(15))
  expect(await as(accessToken).ask(account.self)).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  const tokens = await as(undefined).tell(signIn.refresh, { refreshToken })
  expect(tokens.refreshToken).not.toBe(refreshToken)
  expect(await as(tokens.accessToken).ask(account.self)).toMatchObject({ status: 200 })
  expect(await as(`Bearer ${tokens.accessToken}`).ask(account.self)).toMatchObject({ status: 200 })
})

test('renewing a session takes one statement, and only a refusal takes more', async () => {
  const { refreshToken } = await given.session(given.user)
  const texts = await collectStatements(() => as(undefined).tell(signIn.refresh, { refreshToken }))
  expect(texts).toEqual([expect.stringMatching(/^update sessions/)])
  const refused = await collectStatements(() => refresh(refreshToken))
  expect(refused.length).toBeGreaterThan(3)
})

test.each([
  ['suspended', 'update users set suspended_at = now() where id = $1'],
  ['binned', 'update users set deleted_at = now() where id = $1'],
])('does not renew the session of a %s user', async (what, change) => {
  const id = await given.addUser('Una', what)
  const { refreshToken } = await given.session({ id, workspace: given.owner.workspace })
  await world.superPool.query(change, [id])
  await world.superPool.query('update sessions set ended_at = null, ended_for = null where user_id = $1', [id])
  expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
})

test('a refresh token used twice ends the entire session, and the reason is logged', async () => {
  const { refreshToken } = await given.session(given.readOnly)
  const next = await as(undefined).tell(signIn.refresh, { refreshToken })
  expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
  expect(await as(next.accessToken).ask(account.self)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  expect(await refresh(next.refreshToken)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
  const owner = await given.session(given.owner)
  const { items } = await as(owner.accessToken).tell(activity.list, { action: 'session.replayed' })
  expect(items[0]).toMatchObject({ status: 2, actorName: given.readOnly.name })
})

test('only one of two concurrent refreshes succeeds', async () => {
  const { refreshToken } = await given.session(given.userManager)
  const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a session unused for thirty days expires', async () => {
  const { refreshToken } = await given.session(given.user)
  clock.forward(days(30))
  expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
})

test.each(['nonsense', 'x'.repeat(400), Buffer.alloc(120).toString('base64url')])(
  'refuses %s as a refresh token',
  async token => {
    expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
  },
)

test('an access token does not work as a refresh token, nor a refresh token as an access token', async () => {
  const { accessToken, refreshToken } = await given.session(given.user)
  expect(await refresh(accessToken)).toMatchObject({ status: 401 })
  expect(await as(refreshToken).ask(account.self)).toMatchObject({ status: 401 })
})

test('signing out ends the session immediately', async () => {
  const { accessToken, refreshToken } = await given.session(given.administrator)
  await as(accessToken).tell(signIn.logout)
  expect(await as(accessToken).ask(sessions.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  expect(await refresh(refreshToken)).toMatchObject({ status: 401 })
})

test('suspending a user ends their session immediately', async () => {
  const id = await given.addUser('Soon', 'Suspended')
  await given.addActiveKeys([id])
  const { accessToken, refreshToken } = await given.session({ id, workspace: given.owner.workspace })
  await testData(home).suspend(id)
  expect(await as(accessToken).ask(account.self)).toMatchObject({ status: 401 })
  expect(await refresh(refreshToken)).toMatchObject({ status: 401 })
})

test('the sign-in page gets the methods of a workspace by ID or short address', async () => {
  const byName = await as(undefined).tell(signIn.authenticationProfile, { id: 'northgate' })
  expect(byName).toMatchObject({ workspace: { name: 'Northgate Hospital' }, type: 'managed', demo: false })
  expect(byName.methods).toEqual(['passkey', 'badge', 'code', 'password', 'phone'])
  expect(await as(undefined).tell(signIn.authenticationProfile, { id: given.owner.workspace })).toEqual(byName)
  const unknown = await as(undefined).tell(signIn.authenticationProfile, { id: 'nowhere' })
  expect(unknown).toEqual({ ...byName, workspace: null })
})

test('demo sign-in is not found unless the server has a demo workspace', async () => {
  expect(await as(undefined).ask(signIn.demo)).toMatchObject({ status: 404 })
})

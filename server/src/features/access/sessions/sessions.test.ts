import { sessions } from '@claviger/contract/access/sessions'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()

test('a user sees their own sessions and which one is current', async () => {
  await given.session(given.user)
  const { items } = await as(given.user.accessToken).tell(sessions.list)
  expect(items).toHaveLength(2)
  expect(items.filter(item => item.current)).toHaveLength(1)
})

test('signing out everywhere else ends the other sessions immediately and keeps this one', async () => {
  const other = await given.session(given.readOnly)
  const { ended } = await as(given.readOnly.accessToken).tell(sessions.endOthers)
  expect(ended).toBe(1)
  expect(await as(other.accessToken).ask(sessions.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  expect(await as(given.readOnly.accessToken).ask(sessions.list)).toMatchObject({ status: 200 })
})

test('a session of another user is not found', async () => {
  const { items } = await as(given.owner.accessToken).tell(sessions.list)
  const answer = await as(given.administrator.accessToken).ask(sessions.end, { id: items[0]?.id })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

test('refuses the request without a session', async () => {
  expect(await as(undefined).ask(sessions.list)).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
})

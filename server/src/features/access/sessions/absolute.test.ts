// Absolute session lifetime: a session ends however often it is used, sooner for users with a role, even a new one.
import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { expect, test } from 'vitest'
import type { Person } from '#test/api/fixtures.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { hours } from '#platform/clock.ts'

const [sessionDays, administratorHours] = [2, 7]
const home = await startTestApp({
  SESSION_DAYS: String(sessionDays),
  ADMINISTRATOR_HOURS: String(administratorHours),
  REFRESH_DAYS: '1',
})
const { as, clock, given, world } = home
const beside = await home.beside()

async function livedFor(person: Pick<Person, 'id' | 'workspace'>, every: number, meanwhile?: () => Promise<unknown>) {
  const began = clock.now().getTime()
  let tokens = await given.session(person)
  await meanwhile?.()
  for (;;) {
    clock.forward(every)
    const renewed = await as(undefined).ask(signIn.refresh, { refreshToken: tokens.refreshToken })
    const lived = clock.now().getTime() - began
    if (renewed.status !== 200) return { lived, says: renewed.body['message'], after: await lives(tokens) }
    tokens = renewed.body as unknown as typeof tokens
    expect(await lives(tokens)).toBe(200)
    if (lived > hours(24 * 40)) throw new Error('it never ends')
  }
}
const lives = async ({ accessToken }: { accessToken: string }) => (await as(accessToken).ask(account.self)).status

const over = 'You were signed out because your session reached its maximum duration. Sign in again'

test('a session ends at its absolute limit, however often it is renewed', async () => {
  const end = hours(24 * sessionDays)
  expect(await livedFor(given.user, hours(4))).toEqual({ lived: end, says: over, after: 401 })
})

test('an administrator session ends after some hours, also if the role was added later', async () => {
  const end = { lived: hours(administratorHours), says: over, after: 401 }
  for (const person of [given.owner, given.readOnly, given.superAdmin])
    expect(await livedFor(person, hours(1))).toEqual(end)
  const risen = { id: await given.addUser('Ruth', 'Risen'), workspace: given.owner.workspace }
  // To accept a role ends the sessions; those of an operator's command may live on
  const rise = () =>
    world.superPool.query('insert into administrators (workspace_id, user_id, role) values ($1, $2, 5)', [
      risen.workspace,
      risen.id,
    ])
  expect(await livedFor(risen, hours(1), rise)).toEqual(end)
})

test('a short-lived token ends with its session in every process that caches it', async () => {
  for (const column of ['role_ends_at', 'expires_at']) {
    const { accessToken } = await given.session(given.administrator)
    const asks = () => Promise.all([as, beside].map(async of => (await of(accessToken).ask(account.self)).status))
    await world.superPool.query(
      `update sessions set ${column} = now() + interval '2 seconds' where user_id = $1 and ended_at is null`,
      [given.administrator.id],
    )
    expect([await asks(), await asks()]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await expect.poll(asks, { timeout: 5000 }).toEqual([401, 401])
  }
})

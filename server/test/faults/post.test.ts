import { users } from '@claviger/contract/people/users'
import { deliverMail } from '#integrations/mail.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, startTestApp } from '../app/test-app.ts'
import { addPasskey, signInWith } from '../api/passkeys.ts'
import { tryAgain } from '../app/try-again.ts'
import type { SoftwareKey } from '../api/authenticator.ts'
import { type PostOfficeBehavior, PostOffice } from './post-office.ts'

vi.setConfig({ testTimeout: 90_000 })

const office = new PostOffice()
const port = await office.open()
const home: TestApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
let token: string
let key: SoftwareKey

beforeAll(async () => {
  ;({ accessToken: token } = await home.given.session(home.given.owner))
  ;({ key } = await addPasskey(home, token))
})
afterAll(() => office.shut())

const invite = (email: string) =>
  home.as(token).tell(users.create, { userId: email, firstName: 'Post', lastName: 'Fault', email, invite: true })

async function meanwhile(): Promise<number[]> {
  const list = await home.as(token).ask(users.list, { pageSize: 5 })
  const signedIn = await signInWith(home, key)
  return [list.status, signedIn.status]
}

const stuck = async () => (await home.world.jobs.stuck()).filter(job => job.kind === 'mail').length

const faults: [string, PostOfficeBehavior, () => Promise<unknown>][] = [
  ['is down', 'takes', () => office.shut()],
  ['refuses temporarily (4xx)', 'not now', async () => undefined],
  ['refuses permanently (5xx)', 'never', async () => undefined],
  ['accepts the connection and stays silent', 'silent', async () => undefined],
  ['disconnects after the last line, before it confirms', 'loses', async () => undefined],
]

test.each(faults)(
  'while the mail server %s, no caller waits, and every accepted email is sent afterwards',
  async (_name, mood, breaks) => {
    office.mood = mood
    await breaks()
    const came = office.came
    const people = Array.from({ length: 6 }, (_one, i) => `${mood.replace(' ', '')}.${came}.${i}@post.example`)
    await Promise.all(people.map(invite))
    const mine = () => office.brought.filter(one => people.includes(one.to))
    if (mood === 'silent') await expect.poll(() => office.standing.size).toBeGreaterThan(0)
    else await expect.poll(stuck).toBeGreaterThan(0)
    expect(await meanwhile()).toEqual([200, 200])
    // Calls were answered while emails were still waiting for the mail server
    if (mood === 'silent') expect(office.standing.size).toBeGreaterThan(0)
    expect(mine().filter(one => one.told)).toEqual([])

    office.mood = 'takes'
    await office.open().catch(() => undefined)
    const delivered = async () => {
      await tryAgain(home, deliverMail)
      return mine()
        .filter(one => one.told)
        .map(one => one.to)
        .toSorted()
    }
    await expect.poll(delivered, { timeout: 60_000, interval: 200 }).toEqual(people)
    await expect.poll(stuck).toBe(0)
    // Accepted once each; earlier copies have the same ID, so they are recognizable duplicates
    expect(await delivered()).toEqual(people)
    for (const one of people)
      expect(
        new Set(
          mine()
            .filter(({ to }) => to === one)
            .map(({ id }) => id),
        ).size,
      ).toBe(1)
    if (mood === 'loses') expect(mine().length).toBeGreaterThan(people.length)
  },
)

test('an email that hangs does not delay others', async () => {
  await office.open().catch(() => undefined)
  office.mood = 'takes'
  office.deafTo = 'hangs@post.example'
  await invite('hangs@post.example')
  await expect.poll(() => office.standing.size).toBeGreaterThan(0)
  await invite('beside@post.example')
  await expect.poll(() => office.brought.some(one => one.to === 'beside@post.example')).toBe(true)
  expect(office.standing.size).toBeGreaterThan(0)
  office.deafTo = ''
})

test('an outage of the mail server overnight loses nothing, and retries are at most ten minutes apart', async () => {
  await office.shut()
  await invite('night@post.example')
  const { rows } = await home.world.superPool.query<{ most: number; first: number; longest: number }>(
    `select retry_limit as most, retry_delay as first, retry_delay_max as longest
     from jobs.job where name = 'mail' order by created_on desc limit 1`,
  )
  const { most = 0, first = 0, longest = 0 } = rows[0] ?? {}
  const shortest = Array.from({ length: most }, (_one, tried) => Math.min(longest, first * 2 ** Math.min(tried, 15)))
  expect(shortest.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(24 * 3600)
  expect(longest).toBeLessThanOrEqual(600)
})

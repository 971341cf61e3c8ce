import { signIn } from '@claviger/contract/access/sign-in'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { linkLog } from '#features/oversight/log-chain/log-chain.ts'
import { verifyLog } from '#features/oversight/log-chain/chain-verification.ts'
import { minutes } from '#platform/clock.ts'
import { asAssertion } from '../api/authenticator.ts'
import { startTestApp } from '../app/test-app.ts'
import { addPasskey, signInWith } from '../api/passkeys.ts'

const open = async () => {
  const home = await startTestApp()
  const { accessToken } = await home.given.session(home.given.owner)
  return { home, key: (await addPasskey(home, accessToken)).key }
}
const clocks = [
  { by: 10, ...(await open()) },
  { by: -10, ...(await open()) },
]

describe.each(clocks)('when the clock is set by $by minutes', ({ by, home, key }) => {
  test('sessions continue, and ended sessions stay ended', async () => {
    const { accessToken: stays } = await home.given.session(home.given.owner)
    const { accessToken: ended } = await home.given.session(home.given.owner)
    await home.as(ended).tell(signIn.logout)
    home.clock.forward(minutes(by))
    expect((await home.as(stays).ask(users.list, { pageSize: 5 })).status).toBe(200)
    expect((await home.as(ended).ask(users.list, { pageSize: 5 })).status).toBe(401)
    expect((await signInWith(home, key)).status).toBe(200)
    const email = `clock${by}@northgate.example`
    await home.as(stays).tell(users.create, { userId: email, firstName: 'Clock', lastName: 'Set', email, invite: true })
    expect(await home.mailTo(email)).toMatchObject({ link: expect.any(String) })
  })

  test('a passkey sign-in succeeds or must start again, and no challenge works twice', async () => {
    const { session, options } = await home.as(undefined).tell(signIn.passkeyInitial)
    const answer = asAssertion(key.get(options))
    home.clock.forward(minutes(by))
    const first = await home.as(session).ask(signIn.passkeyLogin, answer)
    expect(first.status).toBe(by > 0 ? 401 : 200)
    home.clock.forward(minutes(-by))
    expect((await home.as(session).ask(signIn.passkeyLogin, answer)).status).toBe(by > 0 ? 200 : 401)
    expect((await signInWith(home, key)).status).toBe(200)
  })

  test('an emailed code works once, and a new one can be requested', async () => {
    await home.given.addUser('Code', `Clock${by}`)
    const email = `code.clock${by}@northgate.example`
    const begin = async () => {
      const { session } = await home.as(undefined).tell(signIn.emailInitial, { email })
      return session
    }
    const session = await begin()
    const { code = '' } = await home.mailTo(email)
    home.clock.forward(minutes(by))
    const first = await home.as(session).ask(signIn.emailLogin, { code })
    expect([200, 401]).toContain(first.status)
    home.clock.forward(minutes(-by))
    const second = await home.as(session).ask(signIn.emailLogin, { code })
    expect([first.status, second.status].filter(status => status === 200)).toHaveLength(1)
    expect(await begin()).toEqual(expect.any(String))
  })

  test('a user who guessed too often waits at most eleven minutes and can then sign in', async () => {
    await home.given.addUser('Wait', `Clock${by}`)
    const email = `wait.clock${by}@northgate.example`
    const { session } = await home.as(undefined).tell(signIn.emailInitial, { email })
    const { code = '' } = await home.mailTo(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) await home.as(session).ask(signIn.emailLogin, { code: wrong })
    home.clock.forward(minutes(by))
    const asked = await home.as(undefined).ask(signIn.emailInitial, { email })
    if (asked.status === 429) expect(Number(asked.headers['retry-after'])).toBeLessThanOrEqual(11 * 60)
    home.clock.forward(minutes(11))
    expect((await home.as(undefined).ask(signIn.emailInitial, { email })).status).toBe(200)
  })

  test('the log chain continues', async () => {
    const { accessToken } = await home.given.session(home.given.owner)
    const change = async (name: string) => {
      const userId = `${name}${by}@northgate.example`
      await home.as(accessToken).tell(users.create, { userId, firstName: name, lastName: 'Line', email: userId })
      await expect.poll(() => linkLog(home.world)).toBeGreaterThan(0)
    }
    await change('before')
    home.clock.forward(minutes(by))
    await change('after')
    home.clock.forward(minutes(-by))
    await change('back')
    const faults: unknown[] = []
    for await (const verdict of verifyLog(home.world, { slug: 'northgate' })) faults.push(verdict.fault)
    expect(faults).toEqual([null])
  })
})

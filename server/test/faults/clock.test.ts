import { signIn } from '@claviger/contract/access/sign-in'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { minutes } from '../../src/ground/clock.ts'
import { house } from '../house.ts'
import { addPasskey, signInWith } from '../passkeys.ts'

const home = await house()
const { accessToken } = await home.given.session(home.given.owner)
const { key } = await addPasskey(home, accessToken)

test.each([10, -10])(
  'when the clock is set by %d minutes, people go on, and who was signed out stays out',
  async by => {
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
  },
)

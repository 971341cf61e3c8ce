import { registration } from '@claviger/contract/access/registration'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { expect, test } from 'vitest'
import { asRegistration } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { signInWith } from '#test/api/passkeys.ts'
import { newKey } from '#test/api/registering.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as(given.administrator.accessToken)
const refusal = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]

async function assigned(type: 1 | 3, last: string) {
  const user = await given.addUser('Device', last)
  const { key, link } = await admin.tell(keyAssignment.add, { userId: user, type, activation: 1 })
  const text = new URL(link as string).searchParams.get('link') as string
  const { session, purpose } = await as(undefined).tell(keyActivation.open, { link: text })
  return { id: key.id, me: as(session), purpose }
}

test.each([
  [3, 'hardware', 'cross-platform'],
  [1, 'phone', 'platform'],
] as const)(
  'a key of type %i becomes active with the passkey created through its link, without signing in',
  async (type, purpose, where) => {
    const { id, me, purpose: is } = await assigned(type, purpose)
    expect(is).toBe(purpose)
    const { creation } = await me.tell(registration.challenge, {})
    expect(creation.authenticatorSelection).toMatchObject({
      authenticatorAttachment: where,
      userVerification: 'required',
    })
    expect(creation.timeout).toBe(60_000)
    const key = newKey(home)
    const made = asRegistration(key.create(creation))
    expect(refusal(await me.ask(registration.storePasskey, made))).toEqual([401, 'link-spent'])
    expect(await me.tell(keyActivation.addHardware, { authenticationInfo: made, name: 'Mine' })).toEqual({
      ok: true,
      name: 'Mine',
    })
    expect(await admin.tell(securityKeys.get, { id })).toMatchObject({ status: 20, name: 'Mine', passkeys: 1, type })
    expect((await signInWith(home, key)).status).toBe(200)
    expect(refusal(await me.ask(keyActivation.addHardware, { authenticationInfo: made }))).toEqual([401, 'link-spent'])
  },
)

test('a challenge works once, and two concurrent answers create one key', async () => {
  const { me } = await assigned(3, 'twice')
  expect(
    refusal(
      await me.ask(keyActivation.registerHardware, {
        authenticationInfo: asRegistration(
          newKey(home).create(
            (await assigned(3, 'other').then(other => other.me.tell(registration.challenge, {}))).creation,
          ),
        ),
      }),
    ),
  ).toEqual([401, 'challenge-refused'])
  const { creation } = await me.tell(registration.challenge, {})
  const made = [1, 2].map(() => asRegistration(newKey(home).create(creation)))
  const answers = await Promise.all(
    made.map(authenticationInfo => me.ask(keyActivation.registerHardware, { authenticationInfo, deviceName: 'Blue' })),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

import { signIn } from '@claviger/contract/access/sign-in'
import { sessions } from '@claviger/contract/access/sessions'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { asAssertion, softwareKey } from '#test/api/authenticator.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin, signInWith } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const { key } = await addPasskey(home, given.administrator.accessToken)

const logged = async (action: 'sign-in.passkey') => {
  const { items } = await as((await given.session(given.owner)).accessToken).tell(activity.list, { action })
  return items[0]
}

test('a passkey signs in without a user name, and the sign-in is logged', async () => {
  const answer = await signInWith(home, key)
  expect(answer).toMatchObject({ status: 200, body: { expiresIn: 900 } })
  const { items } = await as(String(answer.body['accessToken'])).tell(sessions.list)
  expect(items.find(item => item.current)).toMatchObject({ method: 'passkey', device: 'Firefox on Linux' })
  expect(await logged('sign-in.passkey')).toMatchObject({ status: 1, actorName: given.administrator.name })
})

test('a challenge works for one answer', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const first = await as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options)))
  const second = await as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options)))
  expect([first.status, second.status, second.body['code']]).toEqual([200, 401, 'challenge-refused'])
})

test('only one of many concurrent answers to a challenge signs in', async () => {
  const opened = await as((await given.session(given.administrator)).accessToken).tell(sessions.list)
  const sessionsBefore = opened.items.length
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options)))),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
  const tokens = answers.find(answer => answer.status === 200)?.body['accessToken']
  const { items } = await as(String(tokens)).tell(sessions.list)
  expect(items.length).toBe(sessionsBefore + 1)
})

test('a refused answer also spends its challenge', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const spoilt = asAssertion(key.get(options, { userVerified: false }))
  expect(await as(session).ask(signIn.passkeyLogin, spoilt)).toMatchObject({ body: { code: 'passkey-refused' } })
  const sound = asAssertion(key.get(options))
  expect(await as(session).ask(signIn.passkeyLogin, sound)).toMatchObject({ body: { code: 'challenge-refused' } })
})

test('refuses an answer to the challenge of another attempt', async () => {
  const mine = await as(undefined).tell(signIn.passkeyInitial)
  const other = await as(undefined).tell(signIn.passkeyInitial)
  const answer = await as(mine.session).ask(signIn.passkeyLogin, asAssertion(key.get(other.options)))
  expect(answer).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
})

test('a challenge expires after three minutes', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  clock.forward(minutes(3))
  const answer = await as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options)))
  expect(answer).toMatchObject({ status: 401, body: { code: 'challenge-refused' } })
})

test.each([
  ['a different origin', { origin: 'http://localhost:8081' }, 401, 'passkey-refused'],
  ['another relying party', { rpId: 'example.org' }, 401, 'passkey-refused'],
  ['no user verification', { userVerified: false }, 401, 'passkey-refused'],
  ['no user presence', { userPresent: false }, 401, 'passkey-refused'],
  ['a frame', { crossOrigin: true }, 401, 'passkey-refused'],
  ['a registration', { type: 'webauthn.create' }, 401, 'passkey-refused'],
  ['a broken signature', { signature: () => Buffer.from('no signature') }, 401, 'passkey-refused'],
  ['truncated authenticator data', { data: (bytes: Buffer) => bytes.subarray(0, 20) }, 400, 'passkey-malformed'],
  ['no user handle', { userHandle: null }, 401, 'passkey-refused'],
  ['a user handle of the wrong length', { userHandle: 'AAAA' }, 401, 'passkey-refused'],
  ['a user handle of no user', { userHandle: Buffer.alloc(32, 1).toString('base64url') }, 401, 'passkey-refused'],
  ['an unknown credential', { credentialId: Buffer.from('unknown') }, 401, 'passkey-refused'],
])('refuses %s', async (_what, spoil, status, code) => {
  const answer = await signInWith(home, key, spoil)
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.body['message']).toBeTypeOf('string')
})

test('refuses a passkey with the handle of another user', async () => {
  const other = await addPasskey(home, (await given.session(given.userManager)).accessToken)
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const mine = asAssertion(key.get(options))
  const theirs = asAssertion(other.key.get(options))
  const answer = await as(session).ask(signIn.passkeyLogin, { ...mine, userHandle: theirs.userHandle })
  expect(answer).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
})

test('detects a copied key by its counter, and logs it', async () => {
  const { key: original } = await addPasskey(home, (await given.session(given.readOnly)).accessToken)
  const copy = original.copy()
  expect(await signInWith(home, original)).toMatchObject({ status: 200 })
  expect(await signInWith(home, original)).toMatchObject({ status: 200 })
  expect(await signInWith(home, copy)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
  const entry = await logged('sign-in.passkey')
  expect(entry).toMatchObject({ status: 2, actorName: given.readOnly.name })
  expect(entry?.reason).toContain('might have been copied')
})

test('only one of several concurrent copies of a key signs in, and the others leave no session', async () => {
  const { key: original } = await addPasskey(home, (await given.session(given.userManager)).accessToken)
  const sessionsOf = async () => {
    const { rows } = await world.superPool.query('select id from sessions where user_id = $1', [given.userManager.id])
    return rows.length
  }
  const before = await sessionsOf()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => signInWith(home, original.copy(), { signCount: 1000 })),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  expect(await sessionsOf()).toBe(before + 1)
})

test('a key without a counter can always report 0', async () => {
  const { key: counterless } = await addPasskey(home, given.owner.accessToken, zeroKey())
  expect(await signInWith(home, counterless, { signCount: 0 })).toMatchObject({ status: 200 })
  expect(await signInWith(home, counterless, { signCount: 0 })).toMatchObject({ status: 200 })
})

function zeroKey() {
  const made = softwareKey({ origin })
  return { ...made, create: (options: Parameters<typeof made.create>[0]) => made.create(options, { signCount: 0 }) }
}

test.each([
  ['suspended', testData(home).suspend],
  ['deleted', testData(home).remove],
])('refuses a %s user', async (what, shutOut) => {
  const id = await given.addUser('Gone', what)
  const tokens = await given.session({ id, workspace: given.owner.workspace })
  const { key: own } = await addPasskey(home, tokens.accessToken)
  await shutOut(id)
  expect(await signInWith(home, own)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
})

test('a disabled workspace lets only its owners sign in', async () => {
  const { key: ownersKey } = await addPasskey(home, (await given.session(given.owner)).accessToken)
  await world.superPool.query('update workspaces set status = 0 where id = $1', [given.owner.workspace])
  expect(await signInWith(home, key)).toMatchObject({ status: 403, body: { code: 'workspace-disabled' } })
  expect(await signInWith(home, ownersKey)).toMatchObject({ status: 200 })
  await world.superPool.query('update workspaces set status = 1 where id = $1', [given.owner.workspace])
})

test('a canceled attempt cannot be completed', async () => {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  await as(session).tell(signIn.cancel)
  const answer = await as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options)))
  expect(answer).toMatchObject({ status: 401, body: { code: 'challenge-refused' } })
})

test('refuses to complete a sign-in without an attempt', async () => {
  const { options } = await as(undefined).tell(signIn.passkeyInitial)
  const assertion = asAssertion(key.get(options))
  for (const authorization of [undefined, 'nonsense', given.owner.accessToken]) {
    expect(await as(authorization).ask(signIn.passkeyLogin, assertion)).toMatchObject({ status: 401 })
  }
  const { session } = await as(undefined).tell(signIn.emailInitial, { email: 'somebody@example.org' })
  expect(await as(session).ask(signIn.passkeyLogin, assertion)).toMatchObject({ status: 401 })
})

import { sessions } from '@claviger/contract/access/sessions'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { cardBrowser } from '#test/api/card-browser.ts'
import { testData } from '#test/api/test-data.ts'
import { fingersOf, registerFingerReader } from '#test/api/finger-reader.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { sendToSignIn } from './browser-sessions.trips.ts'
import { findUserOfBrowser } from './browser-sessions.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const north = { id: given.user.workspace, slug: 'northgate' }
const { key } = await addPasskey(home, given.user.accessToken)

const here = (of: ReturnType<typeof browser>, workspace = north.id) =>
  findUserOfBrowser(world, workspace, of.cookies('/'))
const tokenIn = (of: ReturnType<typeof browser>) => /claviger-sso-\w+=([\w-]+)/.exec(of.cookies('/'))?.[1] ?? ''

test('signing in makes the user and the factors known in the browser until the user signs out', async () => {
  const own = browser(home)
  expect(await here(own)).toBeUndefined()
  const { accessToken } = await own.signIn(key)
  expect(await here(own)).toMatchObject({
    user: given.user.id,
    amr: ['hwk', 'user', 'mfa'],
    acr: 'phrh',
    verified: true,
    fresh: true,
  })
  expect(await here(own, given.ownerElsewhere.workspace)).toBeUndefined()
  clock.forward(minutes(6))
  expect(await here(own)).toMatchObject({ fresh: false })
  const before = own.cookies('/')
  await own.signOut(accessToken)
  expect(own.cookies('/')).not.toMatch(/claviger-sso/)
  expect(await findUserOfBrowser(world, north.id, before)).toBeUndefined()
})

test('a fingerprint verified by a reader is reported to applications as a fingerprint', async () => {
  const admin = as(given.administrator.accessToken)
  const program = await registerFingerReader(home)
  const userId = await given.addUser('Finger', 'Known')
  const { key: made, challenge } = await admin.tell(keyAssignment.add, { userId, type: 5, activation: 1 })
  await program.enrol(challenge as string, 'Thumb')
  const { Thumb = '' } = await fingersOf(admin, made.id)
  const finger = cardBrowser({ ...program.finger(Thumb), tap() {} }, undefined, { origin, rpId: 'localhost' })
  const own = browser(home)
  await own.signIn(options => finger.get(options.challenge))
  expect(await here(own)).toMatchObject({ user: userId, amr: ['swk', 'fpt', 'mfa'], acr: 'phr', verified: true })
})

test('the cookie is Lax, hidden from scripts, new at each sign-in, and not accepted by any API call', async () => {
  const own = browser(home)
  await own.signIn(key)
  const first = tokenIn(own)
  expect(first).not.toBe('')
  await own.signIn(key)
  expect(tokenIn(own)).not.toBe(first)
  expect(await as(tokenIn(own)).ask(sessions.list)).toMatchObject({ status: 401 })
  const { accessToken } = await own.signIn(key)
  expect(await findUserOfBrowser(world, north.id, own.cookies('/').replace(tokenIn(own), accessToken))).toBeUndefined()
})

test('signing out in another tab also ends the browser session', async () => {
  const own = browser(home)
  const first = await own.signIn(key)
  const beside = await as(first.accessToken).tell(sessions.another, { refreshToken: first.refreshToken })
  await own.signOut(beside.accessToken)
  expect(await here(own)).toBeUndefined()
  expect(await as(first.accessToken).ask(sessions.list)).toMatchObject({ status: 401 })
})

test('suspending a user ends the browser session, and activating the user does not restore it', async () => {
  const { suspend, activate } = testData(home)
  const person = await given.addUser('Susa', 'Pended')
  await given.addActiveKeys([person])
  const added = await addPasskey(home, (await given.session({ id: person, workspace: north.id })).accessToken)
  const own = browser(home)
  await own.signIn(added.key)
  expect(await here(own)).toMatchObject({ user: person })
  await suspend(person)
  expect(await here(own)).toBeUndefined()
  await activate(person)
  expect(await here(own)).toBeUndefined()
})

test('a redirected user returns only in the same browser and only with a sufficient sign-in', async () => {
  const own = browser(home)
  const send = (errand: Partial<Parameters<typeof sendToSignIn>[1]>) => {
    const { location, cookie } = sendToSignIn(
      world,
      { workspace: north, back: '/oidc/x?y=1', ...errand },
      own.cookies('/'),
    )
    const [pair = ''] = cookie.split(';')
    own.jar.set(`${pair.split('=')[0]} /`, { value: pair.split('=')[1] ?? '', path: '/' })
    return new URL(location, 'http://localhost:8080').searchParams.get('redirectUrl') ?? ''
  }
  const way = send({})
  expect(await own.get(way)).toMatchObject({
    status: 303,
    location: expect.stringContaining('/auth/sign-in?workspace='),
  })
  await own.signIn(key)
  expect(await own.get(way)).toMatchObject({ status: 303, location: '/oidc/x?y=1' })
  const stranger = browser(home)
  await stranger.signIn(key)
  expect(await stranger.get(way)).toMatchObject({ status: 400, text: expect.stringContaining('started elsewhere') })
  expect((await own.get(`${way.slice(0, -3)}AAA`)).status).toBe(400)
  clock.forward(minutes(10))
  expect((await own.get(way)).status).toBe(400)
  clock.forward(1000)
  const anew = send({ since: clock.now() })
  expect((await own.get(anew)).location).toContain('/auth/sign-in')
  await own.signIn(key)
  expect((await own.get(anew)).location).toBe('/oidc/x?y=1')
  expect((await own.get(send({ acr: 'urn:claviger:acr:card' }))).location).toContain('demand=')
  expect(() => send({ back: '//evil.example' })).toThrow(/not a path/)
})

test('over https the cookie is bound to this host', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://id.example' })
  const person = secure.given.user
  const answer = await secure.app.inject({ method: 'GET', url: '/sso/continue/x' })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  const sent = sendToSignIn(
    secure.world,
    { workspace: { id: person.workspace, slug: 'northgate' }, back: '/x' },
    undefined,
  )
  expect(sent.cookie).toMatch(/^__Host-claviger-trip=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

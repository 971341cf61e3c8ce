// Access policies decide each sign-in to our own pages, by every method, and each renewal of its session.
import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { decisionExplanations } from '@claviger/contract/decide/why'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { afterAll, afterEach, expect, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { putPolicies } from '#test/api/policies.ts'
import { proveDomain } from '#test/api/proven.ts'
import { sessionReviewTask, policyTimeTask } from '#jobs/session-reviews.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp(loopback)
const { app, as, given, clock } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const provider = await externalProvider({ here: 's3cret' })
afterAll(() => provider.close())
afterEach(() => putPolicies(home, []))
await proveDomain(home, 'clinic.example')
const made = await (
  await owner()
).tell(oidcProviders.create, {
  name: 'Clinic',
  issuer: provider.issuer,
  clientId: 'here',
  clientSecret: 's3cret',
  people: { domains: ['clinic.example'], link: 'email', create: true },
})
await (await owner()).tell(oidcProviders.active, { ids: [made.id], active: true })

const PASSWORD = 'correct horse battery'
const codeTo = newCodes(home)
let count = 0

async function newUser(): Promise<{ id: string; email: string }> {
  const last = `Number${++count}`
  const id = await given.addUser('Policy', last)
  return { id, email: `policy.${last}@northgate.example`.toLowerCase() }
}

async function byCode(email: string) {
  clock.forward(minutes(31))
  const { session } = await as(undefined).tell(signIn.emailInitial, { email })
  return as(session).ask(signIn.emailLogin, await codeTo(email))
}

async function byPassword(email: string) {
  const { session } = await as(undefined).tell(signIn.emailInitial, { email })
  return as(session).ask(signIn.emailLogin, { pin: PASSWORD })
}

async function byProvider(email: string) {
  provider.person = { sub: email, email, email_verified: true, given_name: 'Vera', family_name: 'Moor' }
  const browser = jar(app)
  const { to } = await browser.go(`/login/sso?workspace=northgate&provider=${made.id}&response_type=code&scope=openid`)
  const back = await browser.go(provider.visit(to))
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code') ?? ''
  return browser.call(externalSignIn.complete.path, { code })
}

const refused = {
  status: 403,
  body: { code: 'policy-refused', message: expect.stringMatching(/Reference: /), reference: expect.any(String) },
}

test('a policy that blocks a user also refuses a code, a password, and a provider', async () => {
  const { id, email } = await newUser()
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const { key } = await addPasskey(home, accessToken)
  await as(accessToken).tell(account.changePassword, { password: PASSWORD })
  const outside = 'vera@clinic.example'
  expect((await byProvider(outside)).status).toBe(200)
  expect((await byCode(email)).status).toBe(200)
  await putPolicies(home, [{ rpRestriction: { values: ['localhost'] } }])
  expect(await signInWith(home, key)).toMatchObject(refused)
  const answers = { code: await byCode(email), password: await byPassword(email), external: await byProvider(outside) }
  for (const [way, answer] of Object.entries(answers)) {
    expect(answer, way).toMatchObject(refused)
    const reference = String(answer.body['reference'])
    const line = await (await owner()).tell(decisionExplanations.byReference, { reference })
    expect(line).toMatchObject({ allowed: false, full: { facts: { way, rp: 'localhost', key: null } } })
  }
})

test('a policy does not block an administrator who signs in with a code', async () => {
  await putPolicies(home, [{}])
  expect((await byCode(given.userManager.email)).status).toBe(200)
})

test('a policy that requires a PIN tells a user with a code what to use instead', async () => {
  const { id, email } = await newUser()
  await putPolicies(home, [{ users: [id], action: 1, demands: { pin: true } }])
  expect(await byCode(email)).toMatchObject({
    status: 403,
    body: { code: 'policy-refused', message: expect.stringMatching(/Use your key with its PIN/) },
  })
})

test('session renewal evaluates policies, and a refusal ends the session', async () => {
  const { id, email } = await newUser()
  const tokens = (await byCode(email)).body as { accessToken: string; refreshToken: string }
  const minute = new Date(clock.now().getTime() + minutes(10)).toISOString().slice(11, 16)
  const spans = [{ days: [1, 2, 3, 4, 5, 6, 7], from: minute, to: minute === '23:59' ? '24:00' : '23:59' }]
  await putPolicies(home, [{ users: [id], timeLimits: { spans } }])
  const renewed = await as(undefined).tell(signIn.refresh, { refreshToken: tokens.refreshToken })
  clock.forward(minutes(11))
  expect(await as(undefined).ask(signIn.refresh, { refreshToken: renewed.refreshToken })).toMatchObject({
    status: 401,
    body: { code: 'refresh-refused', message: expect.stringMatching(/access policy/) },
  })
  expect((await as(renewed.accessToken).ask(sessions.list)).status).toBe(401)
  await putPolicies(home, [])
  expect((await as(undefined).ask(signIn.refresh, { refreshToken: renewed.refreshToken })).status).toBe(401)
})

test('a session ends when the time of a policy that blocks it begins, also without a renewal', async () => {
  const review = async () => {
    for (const task of [policyTimeTask, sessionReviewTask]) await task.work(home.world, new AbortController().signal)
  }
  const { id, email } = await newUser()
  const { accessToken } = (await byCode(email)).body as { accessToken: string }
  const at = (ahead: number) => new Date(clock.now().getTime() + minutes(ahead)).toISOString().slice(11, 16)
  const administrator = await owner()
  const list = { name: 'Nights', type: 6, entries: [{ value: `1-7 ${at(10)}-${at(70)}` }] }
  const { namedListId } = await administrator.tell(namedLists.create, list)
  const policy = { name: 'Not at night', priority: 10, action: 0 as const, users: [id], zone: 'UTC' }
  await administrator.tell(policies.create, { ...policy, timeLimits: { spans: [], lists: [namedListId] } })
  clock.forward(minutes(8))
  await review()
  expect((await as(accessToken).ask(sessions.list)).status).toBe(200)
  clock.forward(minutes(3))
  await review()
  expect((await as(accessToken).ask(sessions.list)).body).toMatchObject({ code: 'session-ended' })
})

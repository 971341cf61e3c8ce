import { registration } from '@claviger/contract/access/registration'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Jar, jar } from '#test/app/browser-jar.ts'
import { addPasskey, beginProven, easyProofOfWork, type Registrant, solveProofOfWork } from '#test/api/registering.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'

const registry = await externalProvider({ us: 's3cret' })
const env = {
  ...easyProofOfWork,
  ...loopback,
  REGISTRATION_STEPS: 'confirm-identity',
  IDENTITY_ISSUER: registry.issuer,
  IDENTITY_CLIENT_ID: 'us',
  IDENTITY_CLIENT_SECRET: 's3cret',
  IDENTITY_FRAMEWORKS: 'eidas',
}
const home = await startTestApp(env)
const { app, as } = home
afterAll(() => registry.close())
afterEach(() => void (registry.wrongly = {}))

const ada = { firstName: 'Ada', lastName: 'Byron' }
const verified = (given_name: string, family_name: string, trust_framework = 'eidas') => ({
  verified_claims: { verification: { trust_framework }, claims: { given_name, family_name } },
})
const herself = verified('ADA AUGUSTA', 'BYRON')

let count = 0
async function atConfirm(passkey = true): Promise<Registrant & { browser: Jar; url: string }> {
  const n = ++count
  const who = await beginProven(home, 'work', `ada@registry-${n}.example`, ada)
  if (passkey) await addPasskey(who)
  else await who.call.tell(registration.skipPasskey, {})
  await who.call.tell(registration.workspace, { name: 'Registry Clinic', url: `registry-${n}` })
  const { request, verifier } = await who.call.tell(registration.identityOptions, {})
  expect([request, verifier?.name]).toEqual([null, '127.0.0.1'])
  return { ...who, browser: jar(app), url: verifier?.url ?? '' }
}
async function answered(url: string, person: object, browser: Jar) {
  registry.person = { sub: 'holder', ...person }
  const { to } = await browser.go(url)
  const back = registry.visit(to)
  const fragment = async () => new URLSearchParams((await browser.go(back)).to.split('#')[1] ?? '')
  return { asked: new URL(to).searchParams, back, code: (await fragment()).get('identity') ?? 'none', fragment }
}
const confirm = async (browser: Jar, { session }: Registrant, code: string) => {
  const { status, body } = await browser.call(registration.confirmIdentity.path, { verified: code }, session)
  return `${status} ${String(body['code'] ?? body['step'])}`
}

test('a document with the name of the registrant confirms the identity, without a second code', async () => {
  const who = await atConfirm(false)
  const { asked, code } = await answered(who.url, herself, who.browser)
  expect(asked.get('claims')).toContain('"trust_framework":{"value":"eidas"}')
  expect(await confirm(who.browser, who, code)).toBe('200 complete')
  const { rows } = await home.world.superPool.query('select identity_check from registrations')
  expect(JSON.stringify(rows)).not.toMatch(/ADA|holder/)
  const owner = as((await who.call.tell(registration.complete, {})).accessToken)
  const { items } = await owner.tell(activity.list, { action: 'identity.verified' })
  expect(items).toMatchObject([{ status: 1, objectName: 'Ada Byron', after: { provider: '127.0.0.1' } }])
})

test.each([
  ['ordinary claims', { given_name: 'Ada', family_name: 'Byron' }],
  ['another name', verified('Grace', 'Hopper')],
  ['another trust framework', verified('Ada', 'Byron', 'by-hand')],
] as const)('refuses %s, and neither passkey nor code can confirm instead', async (_what, person) => {
  const who = await atConfirm()
  const { code } = await answered(who.url, person, who.browser)
  expect(await confirm(who.browser, who, code)).toBe('403 identity-unverified')
  expect((await who.call.ask(registration.confirmIdentity, {})).body['code']).toBe('identity-unverified')
  expect((await who.call.ask(registration.complete, {})).body['code']).toBe('wrong-step')
})

test('a check counts once, for its registration, in its browser, and only the last one', async () => {
  const who = await atConfirm()
  const first = await answered(who.url, herself, who.browser)
  expect((await first.fragment()).has('unverified'), 'a replayed response').toBe(true)
  // A link sent to another person, who verifies their identity in another browser
  const other = await atConfirm()
  const victim = jar(app)
  const theirs = await answered(other.url, herself, victim)
  expect(await confirm(other.browser, other, theirs.code)).toBe('403 identity-unverified')
  expect(await confirm(who.browser, who, theirs.code)).toBe('403 identity-unverified')
  const { verifier } = await who.call.tell(registration.identityOptions, {})
  expect(await confirm(who.browser, who, first.code)).toBe('403 identity-unverified')
  const { to } = await who.browser.go(verifier?.url ?? '')
  expect(to, 'a check that was replaced or used').toMatch(/^\/auth\/register#unverified=/)
})

const grace = { firstName: 'Grace', lastName: 'Hopper' }
test.each([
  ['in its step', async ({ call }: Registrant) => call.tell(registration.completePersonalInfo, grace)],
  [
    'in the first step',
    async ({ call, email }: Registrant) => {
      const robotProof = await solveProofOfWork(home)
      const again = { kind: 'work', email, agreed: true, robotProof, ...grace } as const
      return (await call.tell(registration.stepOne, again)).state
    },
  ],
] as const)('another name %s must be verified again', async (_where, rename) => {
  const [before, after] = [await atConfirm(), await atConfirm()]
  const { code } = await answered(before.url, herself, before.browser)
  expect(await confirm(before.browser, before, code)).toBe('200 complete')
  expect((await rename(before)).step).toBe('confirm-identity')
  expect((await before.call.ask(registration.complete, {})).body['code']).toBe('wrong-step')
  const early = await answered(after.url, herself, after.browser)
  await rename(after)
  expect(await confirm(after.browser, after, early.code)).toBe('403 identity-unverified')
})

test('a response for another request, a forged reference, and a provider with a fault are refused', async () => {
  const who = await atConfirm()
  registry.wrongly = { nonce: 'made-up' }
  expect((await answered(who.url, herself, who.browser)).code).toBe('none')
  registry.wrongly = {}
  for (const url of ['/login/sso?registration=forged', '/login/sso'])
    expect((await who.browser.go(url)).to).toContain('failed=unknown')
  registry.wrongly = { html: true }
  const other = await atConfirm()
  const { to } = await other.browser.go(other.url)
  expect((await other.browser.go(registry.visit(to))).to).toMatch(/^\/auth\/register#unverified=/)
})

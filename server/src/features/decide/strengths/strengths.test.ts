import { applications } from '@claviger/contract/apps/applications'
import { strengths } from '@claviger/contract/decide/strengths'
import { activity } from '@claviger/contract/oversight/activity'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { browser, type BrowserReply } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const redirect = 'https://app.example/cb'
const { key } = await addPasskey(home, given.user.accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
let count = 0
const codeTo = newCodes(home)
/** Each user gets only a few codes an hour. */
async function newMailbox(): Promise<string> {
  const last = `Code${++count}`
  await given.addUser('Strong', last)
  return `strong.${last}@northgate.example`.toLowerCase()
}
const make = async (rules: Partial<InputOf<typeof strengths.create.input>> = {}) =>
  (await owner()).tell(strengths.create, { name: `Strength ${++count}`, ...rules })

const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)
const made = await addClient(home, 'Guarded', { redirectUris: [redirect] })
const authorize = async (own: ReturnType<typeof browser>, more: Record<string, string> = {}) => {
  const rp = await relyingParty(home, made)
  const params = { redirect_uri: redirect, scope: 'openid', code_challenge, code_challenge_method: 'S256', ...more }
  return own.follow(client.buildAuthorizationUrl(rp, params).href)
}
const claimsIn = async ({ location }: BrowserReply) => {
  const rp = await relyingParty(home, made)
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true }
  return (await client.authorizationCodeGrant(rp, new URL(location ?? ''), checks)).claims()
}
const leads = ({ location }: BrowserReply) => location?.includes('/auth/sign-in') === true

const demand = async (to: string) => {
  const { id, name, oidc } = await (await owner()).tell(applications.get, { id: made.id })
  return (await owner()).ask(applications.oidcUpdate, { id, name, oidc: { ...oidc, demand: to } })
}

test('a strength is created, changed, listed after the presets, and deleted if unused', async () => {
  const admin = await owner()
  const one = await make({ name: 'Ward', description: 'Badges only', level: 'multi-factor', methods: ['badge-pin'] })
  expect(one).toMatchObject({ name: 'Ward', preset: false, methods: ['badge-pin'], version: 1, policies: 0 })
  expect(one.acr).toBe(`urn:claviger:acr:strength:${one.strengthId}`)
  expect(await admin.ask(strengths.create, { name: 'ward' })).toMatchObject({ body: { code: 'strength-name-taken' } })
  const changed = await admin.tell(strengths.update, {
    strengthId: one.strengthId,
    name: 'Wards',
    pin: true,
    version: 1,
  })
  expect(changed).toMatchObject({ name: 'Wards', description: '', pin: true, methods: [], version: 2 })
  const stale = { strengthId: one.strengthId, name: 'Wards', version: 1 }
  expect(await admin.ask(strengths.update, stale)).toMatchObject({ body: { code: 'changed-meanwhile' } })
  const { items } = await admin.tell(strengths.list, {})
  const names = items.map(item => item.name)
  expect(names.slice(0, 4)).toEqual(['Any sign-in', 'Multi-factor', 'Phishing-resistant', 'Hardware-bound'])
  expect(names).toContain('Wards')
  expect(items.map(item => item.acr).slice(0, 4)).toEqual([
    'urn:claviger:acr:basic',
    'urn:claviger:acr:pin',
    'phr',
    'phrh',
  ])
  expect(await demand(one.strengthId)).toMatchObject({ status: 200 })
  expect(await admin.tell(strengths.get, { strengthId: one.strengthId })).toMatchObject({
    applications: 1,
    usedBy: { applications: [{ id: made.id, name: 'Guarded' }] },
  })
  const gone = { ids: [one.strengthId] }
  expect(await admin.ask(strengths.removeMany, gone)).toMatchObject({ body: { code: 'strength-in-use' } })
  await demand('phishing-resistant')
  expect(await admin.tell(strengths.get, { strengthId: 'phishing-resistant' })).toMatchObject({ applications: 1 })
  expect(await admin.tell(strengths.removeMany, gone)).toEqual({ removed: 1 })
  expect(await demand(one.strengthId)).toMatchObject({ status: 422, body: { code: 'strength-unknown' } })
  await demand('any')
  const log = await admin.tell(activity.list, { object: one.strengthId })
  expect(log.items.map(line => line.action)).toEqual(['strength.deleted', 'strength.updated', 'strength.created'])
})

test('a strength is either deleted or required by an application when both are requested concurrently', async () => {
  const admin = await owner()
  const { id, name, oidc } = await admin.tell(applications.get, { id: made.id })
  for (let turn = 0; turn < 10; turn++) {
    const { strengthId } = await make()
    const [required, deleted] = await Promise.all([
      admin.ask(applications.oidcUpdate, { id, name, oidc: { ...oidc, demand: strengthId } }),
      admin.ask(strengths.removeMany, { ids: [strengthId] }),
    ])
    const expected = required.status === 200 ? [200, 409] : [422, 200]
    expect([required.status, deleted.status], `turn ${turn}`).toEqual(expected)
    await demand('any')
  }
})

const softwareModel = '2fc0579f-8113-47ea-b116-bb5a8db9202a'
const elsewhere = '00000000-0000-4000-8000-000000000001'

test.each([
  ['level', { level: 'phishing-resistant' }, true, false],
  ['methods', { methods: ['code'] }, false, true],
  ['keyKinds', { keyKinds: [3] }, true, false],
  ['other keyKinds', { keyKinds: [2] }, false, false],
  ['models', { models: [softwareModel] }, true, false],
  ['other models', { models: [elsewhere] }, false, false],
  ['pin', { pin: true }, true, false],
] as const)(
  'an application with a strength by %s accepts the sign-ins that meet it',
  async (_name, rules, passkey, code) => {
    const { strengthId } = await make(rules as never)
    await demand(strengthId)
    const [byKey, byCode] = [browser(home), browser(home)]
    await byKey.signIn(key)
    await byCode.signInByCode(await newMailbox(), codeTo)
    expect([leads(await authorize(byKey)), leads(await authorize(byCode))]).toEqual([!passkey, !code])
    await demand('any')
  },
)

test('withinMinutes: a sign-in that is too old is repeated and then returns to the application', async () => {
  const { strengthId, acr } = await make({ withinMinutes: 10 })
  await demand(strengthId)
  const own = browser(home)
  await own.signIn(key)
  expect(leads(await authorize(own))).toBe(false)
  clock.forward(minutes(11))
  const led = await authorize(own)
  expect(new URL(led.location ?? '').searchParams.get('demand')).toBe(acr)
  await own.signIn(key)
  const back = await own.follow(new URL(led.location ?? '').searchParams.get('redirectUrl') ?? '')
  expect(await claimsIn(back)).toMatchObject({ acr })
  await demand('any')
})

test('an application requests a strength with acr_values and receives it as acr', async () => {
  const { acr } = await make({ methods: ['passkey'] })
  const own = browser(home)
  await own.signInByCode(await newMailbox(), codeTo)
  const led = await authorize(own, { acr_values: acr })
  expect(leads(led)).toBe(true)
  await own.signIn(key)
  const back = await own.follow(new URL(led.location ?? '').searchParams.get('redirectUrl') ?? '')
  expect(await claimsIn(back)).toMatchObject({ acr })
  // Without a requested strength, the strongest preset is returned
  expect(await claimsIn(await authorize(own))).toMatchObject({ acr: 'phrh' })
})

test('refuses a strength of another workspace', async () => {
  const { strengthId } = await make()
  const there = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await there.ask(strengths.get, { strengthId })).toMatchObject({ status: 404 })
  expect(await there.ask(strengths.update, { strengthId, name: 'Mine' })).toMatchObject({ status: 404 })
  expect((await there.tell(strengths.list, {})).items.some(item => !item.preset)).toBe(false)
  const { rows } = await world.superPool.query('select name from authentication_strengths where id = $1', [strengthId])
  expect(rows).toHaveLength(1)
})

// The recipes of docs/policies.md, each for an ordinary user, an owner, and an application.
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { simulations } from '@claviger/contract/rules/simulations'
import { beforeEach, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { withPhone } from '#test/api/phones.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import {
  passkeyModel,
  passkeyOf,
  placesOf,
  sessionsOf,
  type Use,
  usesOfCard,
  usesOfPasskey,
  usesOfPhone,
  usesOfSession,
  wardPosition,
  payrollSite,
} from '#test/api/uses.ts'

const home = await startTestApp(loopback)
const { given, as } = home
const nurse = { id: await given.addUser('Nora', 'Nurse'), workspace: given.owner.workspace }
const clerk = { id: await given.addUser('Carl', 'Clerk'), workspace: given.owner.workspace }
const coder = { id: await given.addUser('Cody', 'Coder'), email: 'cody.coder@northgate.example' }
const phone = await withPhone(home, 'Approving')
const places = await placesOf(home)
const card = await usesOfCard(home, 'clerk', clerk.id, '0e000001', places)
const { byPasskey, byCode, byPhone } = sessionsOf(home)
const [ofNurse, ofOwner] = [await passkeyOf(home, nurse), await passkeyOf(home, given.owner)]
const near = { ...wardPosition }
const uses: Use[] = [
  ...(await usesOfPasskey(home, 'nurse', ofNurse, places)),
  ...(await usesOfPasskey(home, 'owner', ofOwner, places)),
  ...card.uses,
  ...usesOfPhone(home, phone, {
    'phone near': near,
    'phone away': { latitude: 48.1, longitude: 11.5 },
    'phone silent': null,
  }),
  ...(await usesOfSession(home, 'nurse', await byPasskey(ofNurse), places)),
  ...(await usesOfSession(home, 'owner', await byPasskey(ofOwner), places)),
  ...(await usesOfSession(home, 'coder', await byCode(coder.id, coder.email), places)),
]
beforeEach(() => putPolicies(home, []))

const put = (...all: PolicyDraft[]) => putPolicies(home, all)
const nameOf = ({ who, entry, facts }: Use) => `${who} ${entry}${facts.device === places.shared.id ? ' shared' : ''}`

/** The uses that are refused, which the simulator must agree with. */
async function refused(among: readonly Use[] = uses): Promise<string[]> {
  const owner = as((await given.session(given.owner)).accessToken)
  const names: string[] = []
  for (const one of among) {
    const allowed = await one.use()
    if (!allowed) names.push(nameOf(one))
    const simulated = await owner.tell(simulations.simulate, { facts: one.facts })
    expect(simulated.allowed, `simulated: ${nameOf(one)}`).toBe(allowed)
  }
  return names
}

const hours = (from: string, to: string) => ({
  zone: 'UTC',
  timeLimits: { spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }] },
})
const clock = (date: Date) => date.toISOString().slice(11, 16)
const later = (minutes: number) => clock(new Date(home.clock.now().getTime() + minutes * 60_000))

test('without policies, everything is allowed', async () => {
  expect(await refused()).toEqual([])
})

test('contractors can sign in only by day and on site', async () => {
  const group = await testData(home).addGroup('Contractors', [nurse.id, given.owner.id])
  const block = { groups: [group] }
  await put({ ...block, action: 1, ...hours(later(-60), later(60)), ipRestriction: { values: ['127.0.0.0/8'] } }, block)
  // A device that is offline states no address
  expect(await refused()).toEqual(['nurse computer-offline', 'owner computer-offline'])
  const away = {
    ...block,
    action: 1 as const,
    ...hours(later(60), later(120)),
    ipRestriction: { values: ['127.0.0.0/8'] },
  }
  await put(away, block)
  const all = uses.filter(({ who }) => who === 'nurse' || who === 'owner').map(nameOf)
  expect(await refused()).toEqual(all.filter(name => name !== 'owner own-passkey'))
})

test('a sensitive site opens only to one group, with a PIN', async () => {
  const group = await testData(home).addGroup('Payroll', [clerk.id])
  const block = { rpRestriction: { values: [payrollSite] } }
  await put({ ...block, action: 1, groups: [group], demands: { pin: true } }, block)
  expect(await refused()).toEqual([])
  await put(
    { ...block, action: 1, groups: [await testData(home).addGroup('Nobody', [])], demands: { pin: true } },
    block,
  )
  expect(await refused()).toEqual(['clerk site'])
})

test('a shared computer opens only for one account', async () => {
  const block = { devices: { values: [places.shared.id] } }
  await put({ ...block, action: 1, accounts: [given.owner.id] }, block)
  // A reader without an agent names no computer that is known here
  expect(await refused()).toEqual(['nurse computer shared', 'clerk site'])
  await put({ ...block, action: 1, accounts: [given.owner.id] }, { devices: { ...block.devices, unknown: false } })
  expect(await refused()).toEqual(['nurse computer shared'])
})

test('an application refuses email codes', async () => {
  await put({ appRestriction: { values: [places.web.id] }, waysIn: ['code'] })
  expect(await refused()).toEqual(['coder oidc-authorize', 'coder oidc-refresh'])
})

test('phones from listed countries or an unknown location are refused', async () => {
  const block = { securityKeyDeviceType: [keyKinds.smartphone] }
  await put({ ...block, locationRestriction: { countries: ['KP'], unknown: false } })
  expect(await refused()).toEqual([])
  await put({ ...block, locationRestriction: { countries: ['KP'] } })
  expect(await refused()).toEqual(['phone near own-phone', 'phone away own-phone', 'phone silent own-phone'])
})

test('phones approve only near the building, and those sign-ins open applications', async () => {
  const block = { securityKeyDeviceType: [keyKinds.smartphone] }
  const circle = { locationRestriction: { circles: [{ ...wardPosition, radius: 500 }] } }
  await put({ ...block, action: 1, ...circle }, block)
  expect(await refused()).toEqual(['phone away own-phone', 'phone silent own-phone'])
  await put()
  const [open] = uses.filter(({ who }) => who === 'phone near')
  // The request that a policy refused is still open
  await open?.use()
  await put({ ...block, action: 1, ...circle }, block)
  const session = await byPhone(phone, near)
  await put()
  const opened = await usesOfSession(home, 'phone', session, places)
  await put({ ...block, action: 1, ...circle }, block)
  expect(await refused(opened)).toEqual([])
  const elsewhere = { locationRestriction: { circles: [{ latitude: 0, longitude: 0, radius: 500 }] } }
  await put({ ...block, action: 1, ...elsewhere }, block)
  expect(await refused(opened)).toEqual(opened.map(nameOf))
})

test('an application can require a key model', async () => {
  const at = { appRestriction: { values: [places.web.id, places.saml.id] } }
  await put({ ...at, action: 1, demands: { models: [passkeyModel] } })
  expect(await refused()).toEqual(['coder oidc-authorize', 'coder oidc-refresh', 'coder saml'])
})

// At every entry point, the simulator must decide as the real sign-in does: generated policies, real uses.
import { type EntryPointName, everyEntryPoint } from '@claviger/contract/decide/entry-points'
import { policySignInMethods } from '@claviger/contract/decide/policy-content'
import { cardModel } from '@claviger/contract/keys/authenticators'
import { type SimulationQuestion, simulations } from '@claviger/contract/rules/simulations'
import { afterAll, expect, test } from 'vitest'
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
  payrollSite,
  type Use,
  usesOfCard,
  usesOfPasskey,
  usesOfPhone,
  usesOfSession,
  wardPosition,
} from '#test/api/uses.ts'
import { renewLinkSession, useOfReader, useOfSecondFactor, usesWithoutKey } from '#test/api/uses-by-method.ts'

const home = await startTestApp(loopback)
const { given, as } = home
const nurse = { id: await given.addUser('Nora', 'Nurse'), workspace: given.owner.workspace }
const clerk = await given.addUser('Carl', 'Clerk')
const coder = { id: await given.addUser('Cody', 'Coder'), email: 'cody.coder@northgate.example' }
const phone = await withPhone(home, 'Approving')
const places = await placesOf(home)
const group = await testData(home).addGroup('Some', [nurse.id, coder.id, phone.user])
const card = await usesOfCard(home, 'clerk', clerk, '0e000001', places)
const { byPasskey, byCode, byCard, byPhone } = sessionsOf(home)
const [ofNurse, ofOwner] = [await passkeyOf(home, nurse), await passkeyOf(home, given.owner)]
const away = { latitude: 48.1, longitude: 11.5 }
const uses: Use[] = [
  ...(await usesOfPasskey(home, 'nurse', ofNurse, places)),
  ...(await usesOfPasskey(home, 'owner', ofOwner, places)),
  ...card.uses,
  ...usesOfPhone(home, phone, { 'phone near': wardPosition, 'phone away': away, 'phone silent': null }),
  ...(await usesOfSession(home, 'nurse', await byPasskey(ofNurse), places)),
  ...(await usesOfSession(home, 'owner', await byPasskey(ofOwner), places)),
  ...(await usesOfSession(home, 'coder', await byCode(coder.id, coder.email), places)),
  ...(await usesOfSession(home, 'clerk', await byCard(clerk, card.key, '0e000001'), places)),
]
// The phone sends its position only if a policy asks for one
await putPolicies(home, [
  { action: 1, users: [phone.user], locationRestriction: { circles: [{ ...wardPosition, radius: 500 }] } },
  { users: [phone.user] },
])
const approvedNear = await byPhone(phone, wardPosition)
await putPolicies(home, [])
uses.push(...(await usesOfSession(home, 'phone', approvedNear, places)))

/** Uses that take many requests take part less often. */
const every: Partial<Record<EntryPointName, number>> = { 'oidc-device': 10, 'own-phone': 4, 'own-card': 4 }

function dice(seed: number) {
  let at = seed
  const next = () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const of = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
  return { likely: (chance: number) => next() < chance, of }
}

const { likely, of } = dice(33)
const unknown = () => of([{}, {}, { unknown: true }, { unknown: false }])
const day = (from: string, to: string) => ({
  zone: 'UTC',
  timeLimits: { spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }] },
})
const clock = (minutes: number) => new Date(home.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16)
const users = [nurse.id, clerk, coder.id, given.owner.id]
const apps = [places.web.id, places.saml.id, places.proxy.id]
const conditions: readonly (() => PolicyDraft)[] = [
  () => ({ users: [of(users)] }),
  () => ({ groups: [group] }),
  () => ({ accounts: [of([nurse.id, clerk, given.owner.id])] }),
  () => ({ securityKeyDeviceType: [of([1, 2, 3])] }),
  () => ({ securityKeyDeviceType: [of([1, 2]), 3] }),
  () => ({ waysIn: [of(policySignInMethods)] }),
  () => of([day(clock(-60), clock(60)), day(clock(60), clock(120))]),
  () => ({ rpRestriction: { values: [of(['localhost', payrollSite, 'other.example'])], ...unknown() } }),
  () => ({ appRestriction: { values: [of(apps)], ...unknown() } }),
  () => ({ ipRestriction: { values: [of(['127.0.0.0/8', '10.0.0.0/8'])], ...unknown() } }),
  () => ({ locationRestriction: { countries: ['DE'], ...unknown() } }),
  () => ({ locationRestriction: { circles: [{ ...of([wardPosition, away]), radius: 500 }], ...unknown() } }),
  () => ({ devices: { values: [of([places.pc.id, places.shared.id])], ...unknown() } }),
]
const demands = () =>
  of([
    {},
    { demands: { pin: true } },
    { demands: { models: [of([passkeyModel, cardModel])] } },
    { demands: { withinMinutes: 5 } },
  ])

function policy(): PolicyDraft {
  const some = [of(conditions), ...(likely(0.5) ? [of(conditions)] : []), ...(likely(0.2) ? [of(conditions)] : [])]
  const action = of([0, 1] as const)
  return { ...Object.assign({}, ...some.map(make => make())), action, ...(action === 1 && demands()) }
}

/** Facts that the comparison must miss if an entry point didn't state them. A key states its type and model as well. */
const needed: Partial<Record<EntryPointName, readonly (keyof SimulationQuestion)[]>> = {
  'own-passkey': ['user', 'key'],
  'own-phone': ['position'],
  saml: ['keyKind', 'key'],
  'oidc-authorize': ['model', 'key'],
  'oidc-refresh': ['ip'],
  'forward-auth': ['app'],
  'oidc-device': ['model', 'key'],
  site: ['rp'],
  computer: ['device'],
  'own-code': ['way'],
  'own-provider': ['user'],
  'own-link': ['keyKind', 'key'],
  'own-reader': ['ip'],
  'second-factor': ['app'],
}

interface Round {
  readonly written: readonly PolicyDraft[]
  readonly defaultAction: 0 | 1
}

/** Outcomes at each entry point, and whether the comparison would differ without a needed fact. */
type Seen = Set<`${EntryPointName} ${'allowed' | 'refused' | 'missed'}`>

/** Compares each use with its simulation; returns the differences. */
async function compare(
  some: readonly Use[],
  seen: Seen,
  { written, defaultAction }: Round,
  at: Partial<SimulationQuestion> = {},
) {
  const owner = as((await given.session(given.owner)).accessToken)
  if (some.some(({ prepare }) => prepare)) {
    await putPolicies(home, [])
    for (const { prepare } of some) await prepare?.()
  }
  await putPolicies(home, written, { defaultAction })
  const simulated = async (facts: SimulationQuestion) => (await owner.tell(simulations.simulate, { facts })).allowed
  const differs: unknown[] = []
  for (const { who, entry, facts: own, use } of some) {
    const facts = { ...own, ...at }
    const isOpen = needed[entry] && !seen.has(`${entry} missed`)
    const others = Object.fromEntries(
      Object.entries(facts).filter(([fact]) => !needed[entry]?.some(one => one === fact)),
    )
    const [allowed, expected, without] = await Promise.all([use(), simulated(facts), isOpen && simulated(others)])
    if (expected !== allowed) differs.push({ written, defaultAction, who, entry, allowed })
    seen.add(`${entry} ${allowed ? 'allowed' : 'refused'}`)
    if (isOpen && without !== allowed) seen.add(`${entry} missed`)
  }
  return differs
}

const anyRound = (): Round => ({
  written: [policy(), ...(likely(0.7) ? [policy()] : []), ...(likely(0.3) ? [policy()] : [])],
  defaultAction: likely(0.85) ? 1 : 0,
})

/** Each entry point was allowed, refused, and noticed that a fact was taken from it. */
const unseen = (entries: readonly EntryPointName[], seen: Seen) =>
  entries
    .flatMap(entry => [
      `${entry} allowed` as const,
      `${entry} refused` as const,
      ...(needed[entry] ? [`${entry} missed` as const] : []),
    ])
    .filter(one => !seen.has(one))

const sets = 68
const byMethod: EntryPointName[] = [
  'own-code',
  'own-password',
  'own-provider',
  'own-link',
  'own-reader',
  'second-factor',
]

test('the simulator and enforcement decide the same in at least 2,000 cases', async () => {
  const differs: unknown[] = []
  const seen: Seen = new Set()
  const models: Round = { written: [{ action: 1, demands: { models: [passkeyModel] } }], defaultAction: 1 }
  let count = 0
  for (let round = 0; round < sets; round++) {
    const some = uses.filter(one => round % (every[one.entry] ?? 1) === 0)
    differs.push(...(await compare(some, seen, round === 0 ? models : anyRound())))
    count += some.length
  }
  expect(differs.slice(0, 3)).toEqual([])
  expect(count).toBeGreaterThanOrEqual(2000)
  expect(
    unseen(
      everyEntryPoint.filter(entry => !byMethod.includes(entry)),
      seen,
    ),
  ).toEqual([])
}, 120_000)

test('the simulator matches enforcement without keys, by links, at readers, and as a second factor', async () => {
  await putPolicies(home, [])
  const keyless = await usesWithoutKey(home)
  afterAll(keyless.close)
  const vpn = await passkeyOf(home, { id: await given.addUser('Vera', 'Vpn') })
  const others = [
    ...keyless.uses,
    await renewLinkSession(home, await given.addUser('Lina', 'Link')),
    await useOfReader(home, await given.addUser('Rita', 'Reader'), '0e000002', places),
    await useOfSecondFactor(home, vpn, 'vera.vpn@northgate.example'),
  ]
  users.splice(0, users.length, ...others.flatMap(({ facts }) => facts.user ?? []))
  apps.push(...others.flatMap(({ facts }) => facts.app ?? []))
  const differs: unknown[] = []
  const seen: Seen = new Set()
  for (let round = 0; round < 40; round++) {
    keyless.next()
    const at = home.clock.now().toISOString()
    const next = anyRound()
    // A renewal is not refused because a place is unknown
    const isPlaced = next.written.some(({ locationRestriction }) => locationRestriction)
    const some = others.filter(({ entry }) => entry !== 'own-link' || !isPlaced)
    differs.push(...(await compare(some, seen, next, { at, signedInAt: at })))
  }
  expect(differs.slice(0, 3)).toEqual([])
  expect(unseen(byMethod, seen)).toEqual([])
}, 120_000)

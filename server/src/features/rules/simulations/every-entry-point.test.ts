// At every entry point, the simulator must decide as the real sign-in does: generated policies, real uses.
import { type EntryPointName, everyEntryPoint } from '@claviger/contract/decide/entry-points'
import { cardModel } from '@claviger/contract/keys/authenticators'
import { simulations } from '@claviger/contract/rules/simulations'
import { expect, test } from 'vitest'
import { doors } from '#test/api/doors.ts'
import { house } from '#test/app/house.ts'
import { loopback } from '#test/app/loopback.ts'
import { withPhone } from '#test/api/phones.ts'
import { putPolicies, type Written } from '#test/api/policies.ts'
import {
  passkeyModel,
  passkeyOf,
  placesOf,
  sessionsOf,
  site,
  type Use,
  usesOfCard,
  usesOfPasskey,
  usesOfPhone,
  usesOfSession,
  ward,
} from '#test/api/uses.ts'

const home = await house(loopback)
const { given, as } = home
const nurse = { id: await given.addUser('Nora', 'Nurse'), workspace: given.owner.workspace }
const clerk = await given.addUser('Carl', 'Clerk')
const coder = { id: await given.addUser('Cody', 'Coder'), email: 'cody.coder@northgate.example' }
const phone = await withPhone(home, 'Approving')
const places = await placesOf(home)
const group = await doors(home).addGroup('Some', [nurse.id, coder.id, phone.user])
const card = await usesOfCard(home, 'clerk', clerk, '0e000001', places)
const { byPasskey, byCode, byCard, byPhone } = sessionsOf(home)
const [ofNurse, ofOwner] = [await passkeyOf(home, nurse), await passkeyOf(home, given.owner)]
const away = { latitude: 48.1, longitude: 11.5 }
const uses: Use[] = [
  ...(await usesOfPasskey(home, 'nurse', ofNurse, places)),
  ...(await usesOfPasskey(home, 'owner', ofOwner, places)),
  ...card.uses,
  ...usesOfPhone(home, phone, { 'phone near': ward, 'phone away': away, 'phone silent': null }),
  ...(await usesOfSession(home, 'nurse', await byPasskey(ofNurse), places)),
  ...(await usesOfSession(home, 'owner', await byPasskey(ofOwner), places)),
  ...(await usesOfSession(home, 'coder', await byCode(coder.id, coder.email), places)),
  ...(await usesOfSession(home, 'clerk', await byCard(clerk, card.key, '0e000001'), places)),
]
// The phone sends its position only if a policy asks for one
await putPolicies(home, [
  { action: 1, users: [phone.user], locationRestriction: { circles: [{ ...ward, radius: 500 }] } },
  { users: [phone.user] },
])
const approvedNear = await byPhone(phone, ward)
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
const now = home.clock.now()
const clock = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16)
const conditions: readonly (() => Written)[] = [
  () => ({ users: [of([nurse.id, clerk, coder.id, given.owner.id])] }),
  () => ({ groups: [group] }),
  () => ({ accounts: [of([nurse.id, clerk, given.owner.id])] }),
  () => ({ securityKeyDeviceType: [of([1, 2, 3])] }),
  () => ({ securityKeyDeviceType: [of([1, 2]), 3] }),
  () => ({ waysIn: [of(['passkey', 'badge-pin', 'phone', 'code'] as const)] }),
  () => of([day(clock(-60), clock(60)), day(clock(60), clock(120))]),
  () => ({ rpRestriction: { values: [of(['localhost', site, 'other.example'])], ...unknown() } }),
  () => ({ appRestriction: { values: [of([places.web.id, places.saml.id, places.proxy.id])], ...unknown() } }),
  () => ({ ipRestriction: { values: [of(['127.0.0.0/8', '10.0.0.0/8'])], ...unknown() } }),
  () => ({ locationRestriction: { countries: ['DE'], ...unknown() } }),
  () => ({ locationRestriction: { circles: [{ ...of([ward, away]), radius: 500 }], ...unknown() } }),
  () => ({ devices: { values: [of([places.pc.id, places.shared.id])], ...unknown() } }),
]
const demands = () =>
  of([
    {},
    { demands: { pin: true } },
    { demands: { models: [of([passkeyModel, cardModel])] } },
    { demands: { withinMinutes: 5 } },
  ])

function policy(): Written {
  const some = [of(conditions), ...(likely(0.5) ? [of(conditions)] : []), ...(likely(0.2) ? [of(conditions)] : [])]
  const action = of([0, 1] as const)
  return { ...Object.assign({}, ...some.map(make => make())), action, ...(action === 1 && demands()) }
}

const sets = 68

test('the simulator decides as enforcement does, at least 2,000 times', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const differs: unknown[] = []
  const seen = new Map<string, number>()
  let count = 0
  for (let round = 0; round < sets; round++) {
    const written = [policy(), ...(likely(0.7) ? [policy()] : []), ...(likely(0.3) ? [policy()] : [])]
    const defaultAction = likely(0.85) ? 1 : 0
    await putPolicies(home, written, { defaultAction })
    for (const { who, entry, facts, use } of uses.filter(one => round % (every[one.entry] ?? 1) === 0)) {
      const [allowed, simulated] = await Promise.all([use(), owner.tell(simulations.simulate, { facts })])
      if (simulated.allowed !== allowed) differs.push({ round, written, defaultAction, who, entry, allowed })
      seen.set(`${entry} ${allowed}`, (seen.get(`${entry} ${allowed}`) ?? 0) + 1)
      count++
    }
  }
  expect(differs.slice(0, 3)).toEqual([])
  expect(count).toBeGreaterThanOrEqual(2000)
  // Each entry point was allowed and refused, except those that other tests reach
  const elsewhere = ['own-code', 'own-password', 'own-provider', 'own-link', 'own-reader', 'second-factor']
  const reached = everyEntryPoint.filter(entry => !elsewhere.includes(entry))
  expect(reached.flatMap(entry => [`${entry} true`, `${entry} false`]).filter(one => !seen.has(one))).toEqual([])
}, 120_000)

// Each fact alone, at every entry point: it decides wherever it is declared, a comparison of the simulator with the real
// sign-in notices if it is missing from either, and where it can't be stated, no policy takes it as unknown.
import { canProvideFact, type EntryPointName, entryPoints, type FactName } from '@claviger/contract/decide/entry-points'
import { type StrengthLevel, strengthLevels } from '@claviger/contract/decide/policy-content'
import { type SimulationQuestion, simulations } from '@claviger/contract/rules/simulations'
import { afterAll, expect, test } from 'vitest'
import { methodOfKey } from '#features/decide/decisions/decisions.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { withPhone } from '#test/api/phones.ts'
import { computersOf } from '#test/api/agents.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import { COMPUTER } from '#test/api/reader.ts'
import {
  passkeyOf,
  placesOf,
  sessionsOf,
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
const coder = { id: await given.addUser('Cody', 'Coder'), email: 'cody.coder@northgate.example' }
const phone = await withPhone(home, 'Approving')
const places = await placesOf(home)
const desk = await (await computersOf(home))(COMPUTER)
const atDesk = (one: Use): Use =>
  ['site', 'own-reader'].includes(one.entry) ? { ...one, facts: { ...one.facts, device: desk.id } } : one
const card = await usesOfCard(home, 'clerk', await given.addUser('Carl', 'Clerk'), '0e000001', places)
const { byCode, byPhone } = sessionsOf(home)
const ofNurse = await passkeyOf(home, nurse)
const away = { latitude: 48.1, longitude: 11.5 }
const uses: Use[] = [
  ...(await usesOfPasskey(home, 'nurse', ofNurse, places)).filter(one => one.facts.device !== places.shared.id),
  ...card.uses.map(atDesk),
  ...usesOfPhone(home, phone, { 'phone near': wardPosition, 'phone away': away, 'phone silent': null }),
  // The device flow takes many requests
  ...(await usesOfSession(home, 'coder', await byCode(coder.id, coder.email), places)).filter(
    one => one.entry !== 'oidc-device',
  ),
]
// The phone sends its position only if a policy asks for one
await putPolicies(home, [
  { action: 1, users: [phone.user], locationRestriction: { circles: [{ ...wardPosition, radius: 500 }] } },
  { users: [phone.user] },
])
const approvedNear = await byPhone(phone, wardPosition)
await putPolicies(home, [])
uses.push(...(await usesOfSession(home, 'phone', approvedNear, places)))

const keyless = await usesWithoutKey(home)
afterAll(keyless.close)
const vpn = await passkeyOf(home, { id: await given.addUser('Vera', 'Vpn') })
const others = [
  ...keyless.uses,
  await renewLinkSession(home, await given.addUser('Lina', 'Link')),
  atDesk(await useOfReader(home, await given.addUser('Rita', 'Reader'), '0e000002', places)),
  await useOfSecondFactor(home, vpn, 'vera.vpn@northgate.example'),
]
/** These uses happen hours later, because each user gets only a few codes an hour. */
function nextRound(): Partial<SimulationQuestion> {
  keyless.next()
  const at = home.clock.now().toISOString()
  return { at, signedInAt: at }
}

/** What a use states, also what its key or its own page implies. */
const stated = ({ entry, facts }: Use) => ({
  ...facts,
  account: facts.user ?? null,
  way: facts.way ?? methodOfKey({ keyKind: facts.keyKind ?? null, verified: facts.verified ?? null }),
  rp: facts.rp ?? (entryPoints[entry].ownHost ? 'localhost' : null),
  // A site takes the last sign-in of the user
  signedInAt: facts.signedInAt ?? home.clock.now().toISOString(),
})
const valuesOf = <Value>(among: readonly Use[], of: (one: ReturnType<typeof stated>) => Value | null | undefined) => [
  ...new Set(among.flatMap(one => of(stated(one)) ?? [])),
]

interface OneFact {
  /** What the simulator is asked without it; everything that implies it goes as well. */
  readonly taken: SimulationQuestion
  readonly matching: (among: readonly Use[]) => PolicyDraft
  /** A requirement belongs to policies that allow. */
  readonly isRequired?: true
  /** Where it is merely unknown if it is missing: a phone that sends no location. */
  readonly unknownAt?: readonly EntryPointName[]
  /** A use without it is refused by a policy that blocks unknown values: it can't be known, instead of being none. */
  readonly isUnknowable?: boolean
}
const noKey = { key: null, keyKind: null, model: null }
const oneFact: Partial<Record<FactName, OneFact>> = {
  user: {
    taken: { user: null, account: null, ...noKey },
    matching: among => ({ users: valuesOf(among, one => one.user) }),
  },
  account: { taken: { account: null }, matching: among => ({ accounts: valuesOf(among, one => one.account) }) },
  keyKind: {
    taken: noKey,
    matching: among => ({ securityKeyDeviceType: valuesOf(among, one => one.keyKind) }),
  },
  way: { taken: { way: null }, matching: among => ({ waysIn: valuesOf(among, one => one.way) }) },
  rp: {
    taken: { rp: null, entry: null },
    matching: among => ({ rpRestriction: { values: valuesOf(among, one => one.rp) } }),
  },
  app: {
    taken: { app: null },
    matching: among => ({ appRestriction: { values: valuesOf(among, one => one.app) } }),
    isUnknowable: false,
  },
  ip: {
    taken: { ip: null },
    matching: () => ({ ipRestriction: { values: ['127.0.0.0/8'] } }),
    isUnknowable: true,
  },
  device: {
    taken: { device: null },
    matching: () => ({ devices: { values: [places.pc.id, places.shared.id, desk.id] } }),
    isUnknowable: true,
  },
  position: {
    taken: { position: null },
    matching: () => ({ locationRestriction: { circles: [{ ...wardPosition, radius: 500 }] } }),
    unknownAt: ['own-phone'],
    isUnknowable: true,
  },
  model: {
    taken: noKey,
    matching: among => ({ demands: { models: valuesOf(among, one => one.model) } }),
    isRequired: true,
  },
  verified: { taken: { verified: null }, matching: () => ({ demands: { pin: true } }), isRequired: true },
  signedInAt: { taken: { signedInAt: null }, matching: () => ({ demands: { withinMinutes: 5 } }), isRequired: true },
}

/** What is wrong about one fact at the entry points of some uses, by policies that ask for nothing else. */
async function wrongAbout(fact: FactName, among: readonly Use[], nextFacts: () => Partial<SimulationQuestion>) {
  const { taken, matching, isRequired, unknownAt, isUnknowable } = oneFact[fact] as OneFact
  const wrong: string[] = []
  const decides = new Set<EntryPointName>()
  const round = async (policy: PolicyDraft, defaultAction: 0 | 1, check: (one: Use, isAllowed: boolean) => unknown) => {
    const at = nextFacts()
    await putPolicies(home, [])
    for (const { prepare } of among) await prepare?.()
    await putPolicies(home, [policy], { defaultAction })
    const owner = as((await given.session(given.owner)).accessToken)
    const simulated = async (facts: SimulationQuestion) => (await owner.tell(simulations.simulate, { facts })).allowed
    for (const one of among) {
      const facts = { ...one.facts, ...at }
      const isAllowed = await one.use()
      if (isAllowed !== (await simulated(facts))) wrong.push(`${one.who} ${one.entry} ${fact}: simulated otherwise`)
      check(one, isAllowed)
      if (isAllowed && (await simulated({ ...facts, ...taken })) !== isAllowed) decides.add(one.entry)
    }
  }
  const expected = (one: Use, isAllowed: boolean, isExpected: boolean, what: string) => {
    if (isAllowed !== isExpected) wrong.push(`${one.who} ${one.entry} ${fact}: ${what}`)
  }
  const isStated = (one: Use) =>
    fact === 'position' ? one.facts.position?.latitude === wardPosition.latitude : Boolean(stated(one)[fact])
  const policy = matching(among)
  await round({ ...policy, action: 1 }, 0, (one, isAllowed) => expected(one, isAllowed, isStated(one), 'allow'))
  // A second factor takes the session of a phone as every application does
  for (const entry of new Set(among.map(one => one.entry)))
    if (decides.has(entry) !== canProvideFact(entry, fact) && !(fact === 'position' && entry === 'second-factor'))
      wrong.push(`${entry} ${fact}: declared otherwise`)
  if (isRequired) return wrong
  const isElsewhere = ({ facts }: Use) => fact === 'position' && facts.position !== undefined && facts.position !== null
  const isUnknown = (one: Use) => unknownAt?.includes(one.entry) === true && !isElsewhere(one)
  await round(policy, 1, (one, isAllowed) => expected(one, isAllowed, !isStated(one) && !isUnknown(one), 'block'))
  if (isUnknowable === undefined) return wrong
  const blocking = Object.fromEntries(
    Object.entries(policy).map(([of, what]) => [of, { ...(what as object), unknown: true }]),
  )
  await round(blocking, 1, (one, isAllowed) => {
    if (!isStated(one)) expected(one, isAllowed, isElsewhere(one) || !isUnknowable, 'block unknown values')
  })
  return wrong
}

/** An authentication strength is a fact that follows from others. */
async function wrongAboutStrength(strength: StrengthLevel): Promise<string[]> {
  const wrong: string[] = []
  await putPolicies(home, [{ action: 1, demands: { strength } }], { defaultAction: 0 })
  const owner = as((await given.session(given.owner)).accessToken)
  for (const { who, entry, facts, use } of uses) {
    const simulated = await owner.tell(simulations.simulate, { facts })
    const isAllowed = await use()
    if (isAllowed !== simulated.allowed) wrong.push(`${who} ${entry} ${strength}: simulated otherwise`)
    // Users can be tricked into approving the sign-in of another person
    const isWeaker = strength === 'any' || strength === 'multi-factor'
    if (isAllowed && entry === 'own-phone' && !isWeaker) wrong.push(`${who} ${strength}: approved on a phone`)
  }
  return wrong
}

test('each fact decides wherever it is declared, and a comparison without it differs', async () => {
  const wrong: string[] = []
  for (const strength of strengthLevels) wrong.push(...(await wrongAboutStrength(strength)))
  const facts = Object.keys(oneFact) as FactName[]
  for (const fact of facts) wrong.push(...(await wrongAbout(fact, uses, () => ({}))))
  for (const fact of facts) wrong.push(...(await wrongAbout(fact, others, nextRound)))
  expect(wrong).toEqual([])
}, 120_000)

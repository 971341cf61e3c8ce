import type { Facts } from '@claviger/contract/decide/decisions'
import {
  type ListEntry,
  type ListType,
  listTypes,
  PolicyContent,
  policyActions,
} from '@claviger/contract/decide/policy-content'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { compile, decide, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { sayIn } from '#platform/languages.ts'
import { emptyContent, unknownFacts, factSpaceOf } from './fact-space.ts'
import { valuesFor } from './fact-values.ts'
import { warningsOf } from './simulation-warnings.ts'

// Random sets over a small world in which every combination is evaluated: each warning must be true, and each
// true warning given. More sets than in daily runs: SIMULATION_SETS=10000
const sets = Number(process.env['SIMULATION_SETS'] ?? 150)

const from = new Date('2026-11-23T00:00:00Z')
const id = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`

/** Pseudo-random numbers, the same in each run. */
function dice(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    likely: (chance: number) => next() < chance,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    some: <T>(all: readonly T[], chance = 0.5): T[] => {
      const found = all.filter(() => next() < chance)
      return found.length > 0 ? found : [all[below(all.length)] as T]
    },
  }
}
type Dice = ReturnType<typeof dice>

const lists = [
  { id: id(70), type: listTypes.ip as ListType, entries: entries('10.1.0.0/16', '192.0.2.7') },
  { id: id(71), type: listTypes.rp as ListType, entries: entries('mail.office.example') },
  { id: id(72), type: listTypes.time as ListType, entries: entries('1-5 08:00-16:00') },
  { id: id(73), type: listTypes.ip as ListType, entries: [] },
  { id: id(74), type: listTypes.device as ListType, entries: entries(id(30), `group:${id(35)}`) },
]
function entries(...values: string[]): ListEntry[] {
  return values.map(value => ({ value, label: '' }))
}

const ofUnknown = (die: Dice) => (die.likely(0.6) ? {} : { unknown: die.likely(0.5) })

const world: Record<string, { fill: (die: Dice) => object; facts: readonly Partial<Facts>[] }> = {
  users: {
    fill: die => ({ users: die.some([id(1), id(2)]) }),
    facts: [{ user: id(1) }, { user: id(2) }, { user: id(3) }],
  },
  groups: {
    fill: die => ({ groups: die.some([id(11), id(12)]) }),
    facts: [[], [id(11)], [id(12)], [id(11), id(12)]].map(groups => ({ groups })),
  },
  units: {
    fill: die => ({ units: die.some([id(21), id(22)]) }),
    facts: [[], [id(21)], [id(22)], [id(21), id(22)]].map(units => ({ units })),
  },
  kinds: {
    fill: die => ({ securityKeyDeviceType: die.some([1, 2, 3, 4, 5], 0.4) }),
    facts: [null, 1, 2, 3, 4, 5].map(keyKind => ({ keyKind })),
  },
  sites: {
    fill: die => ({
      rpRestriction: {
        values: die.some(['office.example', 'mail.office.example', 'bank.example']),
        lists: die.likely(0.2) ? [id(71)] : [],
        ...ofUnknown(die),
      },
    }),
    facts: [null, 'office.example', 'x.mail.office.example', 'bank.example', 'notoffice.example'].map(rp => ({ rp })),
  },
  addresses: {
    fill: die => ({
      ipRestriction: {
        values: die.some(['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '2001:db8::/32', '0.0.0.0/0', '::/0'], 0.3),
        lists: die.likely(0.3) ? [die.of([id(70), id(73)])] : [],
        ...ofUnknown(die),
      },
    }),
    facts: [null, '10.9.9.9', '10.1.9.9', '10.1.2.3', '192.0.2.7', '203.0.113.5', '2001:db8::1', '2a00::1'].map(ip => ({
      ip,
    })),
  },
  countries: {
    fill: die => ({ locationRestriction: { countries: die.some(['DE', 'FR']), ...ofUnknown(die) } }),
    facts: [null, 'DE', 'FR', 'AQ'].map(country => ({ country })),
  },
  devices: {
    fill: die => ({
      devices: {
        values: die.some([id(30), id(31)]),
        groups: die.likely(0.4) ? [id(35)] : [],
        lists: die.likely(0.3) ? [id(74)] : [],
        ...ofUnknown(die),
      },
    }),
    facts: [
      { device: null, deviceGroups: [] },
      ...[id(30), id(31), id(32)].flatMap(device => [
        { device, deviceGroups: [] },
        { device, deviceGroups: [id(35)] },
      ]),
    ],
  },
  times: {
    fill: die => ({
      timeLimits: {
        spans: die.some(
          [
            { days: [1, 2, 3, 4, 5], from: '08:00', to: '16:00' },
            { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '12:00' },
            { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '24:00' },
            { days: [5], from: '22:00', to: '06:00' },
          ],
          0.4,
        ),
        lists: die.likely(0.2) ? [id(72)] : [],
      },
    }),
    facts: Array.from({ length: 7 * 12 }, (_, hours) => ({
      at: new Date(from.getTime() + hours * 2 * 3_600_000).toISOString(),
    })),
  },
}

const people = ['users', 'groups', 'units']
const names = Object.keys(world)

interface Made {
  set: PolicySet
  every: Facts[]
}

function make(die: Dice): Made {
  const used = [...new Set([die.of(names), die.of(names), ...(die.likely(0.5) ? [die.of(people)] : [])])]
  const count = 2 + die.below(4)
  const policies = Array.from({ length: count }, (_, at) => ({
    id: id(80 + at),
    version: 1,
    content: z.parse(PolicyContent, {
      name: `Policy ${at}`,
      priority: at + 1,
      action: die.below(2),
      state: die.likely(0.85) ? 2 : 1,
      ...Object.assign({}, ...used.map(name => (die.likely(0.75) ? world[name]?.fill(die) : {}))),
    }),
  }))
  const every = used.reduce<Facts[]>(
    (all, name) => all.flatMap(facts => (world[name]?.facts ?? []).map(part => ({ ...facts, ...part }))),
    [{ ...unknownFacts, user: id(3), rp: 'elsewhere.example', at: from.toISOString() }],
  )
  return { set: { version: 1, defaultAction: policyActions.allow, policies, lists }, every }
}

function meeting({ lists: named }: PolicySet, content: PolicyContent): (facts: Facts) => boolean {
  const alone = compile({
    version: 1,
    defaultAction: policyActions.allow,
    lists: named,
    policies: [{ id: id(99), version: 1, content: { ...content, state: 2, demands: emptyContent.demands } }],
  })
  return facts => decide(alone, facts).policy !== null
}

test(`on ${sets} random sets each warning is true, and nothing that is so is kept back`, async () => {
  const said = { covered: 0, everybody: 0, contradicts: 0 }
  for (let seed = 1; seed <= sets; seed++) {
    const die = dice(seed)
    const { set, every } = make(die)
    const at = die.below(set.policies.length)
    const own = set.policies[at]
    if (!own) continue
    const looked = { set, space: await factSpaceOf(set, valuesFor(set, from)), lists: new Map(), say: sayIn('en') }
    const found = await warningsOf(looked, own.id, own.content)
    const meets = set.policies.map(({ content }) => meeting(set, content))
    const where = `set ${seed}: ${JSON.stringify(set.policies.map(({ content }) => content))}`
    const ownFacts = every.filter(facts => meets[at]?.(facts))
    const earlier = meets.slice(0, at).filter((_, place) => set.policies[place]?.content.state === 2)
    const isCovered = ownFacts.length > 0 && ownFacts.every(facts => earlier.some(one => one(facts)))
    const kinds = new Set(found.map(({ kind }) => kind))
    expect(kinds.has('covered'), where).toBe(isCovered)
    expect(kinds.has('everybody'), where).toBe(ownFacts.length === every.length)
    for (const { kind, other } of found) {
      if (kind === 'covered' && other !== null) {
        const place = set.policies.findIndex(one => one.id === other.id)
        expect(
          ownFacts.every(facts => meets[place]?.(facts)),
          where,
        ).toBe(true)
      }
      if (kind !== 'contradicts') continue
      const place = set.policies.findIndex(one => one.id === other?.id)
      expect(set.policies[place]?.content.action, where).not.toBe(own.content.action)
      expect(
        ownFacts.some(facts => meets[place]?.(facts)),
        where,
      ).toBe(true)
    }
    for (const kind of ['covered', 'everybody', 'contradicts'] as const) if (kinds.has(kind)) said[kind]++
  }
  // A test that never reaches its assertion would pass for any warnings
  for (const times of Object.values(said)) expect(times).toBeGreaterThan(sets / 100)
})

const policy = (more: object): PolicyContent =>
  z.parse(PolicyContent, { name: 'Own', priority: 10, action: 0, ...more })

async function warned(content: PolicyContent, others: PolicyContent[] = []) {
  const policies = [content, ...others].map((one, at) => ({ id: id(80 + at), version: 1, content: one }))
  const set: PolicySet = {
    version: 1,
    defaultAction: policyActions.allow,
    lists,
    policies: policies.toSorted((one, other) => one.content.priority - other.content.priority),
  }
  const named = new Map(lists.map(list => [list.id, { id: list.id, name: `List ${list.id.slice(-2)}` }]))
  const looked = { set, space: await factSpaceOf(set, valuesFor(set, from)), lists: named, say: sayIn('en') }
  return warningsOf(looked, id(80), content)
}

test('warns about an empty list and overlapping entries', async () => {
  expect(await warned(policy({ ipRestriction: { lists: [id(73)] } }))).toEqual([
    {
      kind: 'empty-list',
      condition: 'ipRestriction',
      other: { id: id(73), name: 'List 73' },
      says: "The list “List 73” is empty and doesn't match anything",
    },
  ])
  const [overlap] = await warned(policy({ ipRestriction: { values: ['10.0.0.0/8', '192.0.2.1', '10.7.0.0/16'] } }))
  expect(overlap).toMatchObject({ kind: 'overlaps', other: null, says: '10.7.0.0/16 is already part of 10.0.0.0/8' })
  const spans = [
    { days: [1], from: '20:00', to: '06:00' },
    { days: [2], from: '05:00', to: '08:00' },
  ]
  expect((await warned(policy({ timeLimits: { spans } }))).map(({ kind }) => kind)).toEqual(['overlaps'])
})

test('warns about unknown values only where a policy lets them through', async () => {
  const kinds = async (unknown: object, action: number) =>
    (await warned(policy({ action, ipRestriction: { values: ['192.0.2.0/24'], ...unknown } }))).map(({ kind }) => kind)
  expect(await kinds({}, 0)).toEqual([])
  expect(await kinds({ unknown: false }, 0)).toEqual(['unknown-passes'])
  expect(await kinds({ unknown: true }, 0)).toEqual([])
  expect(await kinds({}, 1)).toEqual([])
  expect(await kinds({ unknown: true }, 1)).toEqual(['unknown-passes'])
})

test('warns that private addresses have no country and that only phones send a position', async () => {
  const kinds = async (more: object) => (await warned(policy(more))).map(({ says }) => says)
  const circle = { latitude: 48.2, longitude: 16.4, radius: 1000 }
  expect(await kinds({ locationRestriction: { countries: ['DE'] } })).toEqual([
    'Private network addresses have no country, so their location is unknown',
  ])
  expect(await kinds({ locationRestriction: { circles: [circle] }, securityKeyDeviceType: [2] })).toEqual([
    "Only phones send their position, and this policy doesn't apply to phones",
  ])
  expect(await kinds({ locationRestriction: { circles: [circle] }, securityKeyDeviceType: [1, 2] })).toEqual([])
})

test('warns where a device policy sees no device, unless the policy handles unknown devices', async () => {
  const about = async (more: object) => (await warned(policy(more))).map(({ says }) => says)
  const devices = { values: [id(30)] }
  expect(await about({ devices })).toEqual([
    "This policy can't apply at applications and on the sign-in page, because the device is unknown there",
  ])
  expect(await about({ devices, appRestriction: { values: [id(40)] } })).toEqual([
    "This policy can't apply at applications, because the device is unknown there",
  ])
  expect(await about({ devices: { ...devices, unknown: true } })).toEqual([])
  const circles = [{ latitude: 48.2, longitude: 16.4, radius: 1000 }]
  expect(await about({ locationRestriction: { circles } })).toEqual([
    "This policy can't apply at websites and on computers, because the position is unknown there",
  ])
})

test('does not warn about an exception before its rule, but about opposite policies for the same users', async () => {
  const kinds = async (own: object, other: object) =>
    (await warned(policy(own), [policy({ name: 'Other', ...other })])).map(({ kind }) => kind)
  const night = { spans: [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }] }
  const groups = [id(11)]
  expect(await kinds({ groups, timeLimits: night }, { groups, action: 1, priority: 20 })).toEqual([])
  expect(await kinds({ groups, timeLimits: night }, { groups, action: 1, priority: 5 })).toEqual([
    'covered',
    'contradicts',
  ])
  const office = { values: ['office.example'] }
  expect(
    await kinds({ groups, timeLimits: night }, { groups, action: 1, priority: 20, rpRestriction: office }),
  ).toEqual(['contradicts'])
})

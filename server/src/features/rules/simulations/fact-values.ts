import type { Facts } from '@claviger/contract/decide/decisions'
import {
  type AbsentFacts,
  canProvideFact,
  type EntryPointName,
  everyEntryPoint,
  entryPoints,
  factAbsences,
  type FactName,
  everyFact,
} from '@claviger/contract/decide/entry-points'
import {
  type ConditionName,
  listTypes,
  type PolicyContent,
  policySignInMethods,
} from '@claviger/contract/decide/policy-content'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { circleOf } from '#features/decide/evaluator/evaluator.circles.ts'
import { siteOf } from '#features/decide/evaluator/evaluator.sites.ts'
import { addressesFor } from './sample-addresses.ts'
import { instantsFor } from './simulated-times.ts'

export type FactValues = Partial<Facts>

/** Facts of several conditions together; the meanings of missing ones add up. */
export const factsFrom = (parts: readonly FactValues[]): FactValues =>
  Object.assign({}, ...parts, { absent: Object.assign({}, ...parts.map(({ absent }) => absent)) as AbsentFacts })

/** A missing fact in each meaning that some entry point gives it, besides unknown. */
const missing = (fact: FactName): FactValues[] =>
  factAbsences
    .filter(absence => everyEntryPoint.some(entry => entryPoints[entry].absent[fact] === absence))
    .map(absence => ({ [fact]: null, absent: { [fact]: absence } }))

/** An unused ID: represents everything that no policy names. */
export const unusedId = '00000000-0000-4000-8000-00000000f00d'
export const unusedSite = 'elsewhere.invalid'

const mostCircles = 300

type Listed = 'rpRestriction' | 'appRestriction' | 'ipRestriction' | 'locationRestriction' | 'devices' | 'timeLimits'

function meant(set: PolicySet, condition: Listed, named: (content: PolicyContent) => readonly string[]): string[] {
  const type = typeOf[condition]
  const lists = new Set(set.policies.flatMap(({ content }) => content[condition].lists))
  return [
    ...new Set([
      ...set.policies.flatMap(({ content }) => named(content)),
      ...set.lists
        .filter(list => list.type === type && lists.has(list.id))
        .flatMap(({ entries }) => entries.map(({ value }) => value)),
    ]),
  ]
}

/** IDs of the applications that policies name. */
export const applicationsIn = (set: PolicySet): string[] =>
  meant(set, 'appRestriction', one => one.appRestriction.values)

export const typeOf = {
  rpRestriction: listTypes.rp,
  appRestriction: listTypes.app,
  ipRestriction: listTypes.ip,
  locationRestriction: listTypes.location,
  devices: listTypes.device,
  timeLimits: listTypes.time,
} as const satisfies Record<Listed, number>

const named = (set: PolicySet, condition: 'users' | 'groups' | 'units' | 'accounts') => [
  ...new Set(set.policies.flatMap(({ content }) => content[condition])),
]

/** Those of some values that an entry point can state. */
export function valuesAt(
  all: Record<ConditionName, readonly FactValues[]>,
  entry: EntryPointName,
): Record<ConditionName, FactValues[]> {
  const { absent } = entryPoints[entry]
  const fits = (part: FactValues) =>
    everyFact.every(fact => {
      const value = part[fact]
      if (value === undefined) return true
      return value === null ? part.absent?.[fact] === absent[fact] : canProvideFact(entry, fact)
    })
  return Object.fromEntries(Object.entries(all).map(([name, parts]) => [name, parts.filter(fits)])) as Record<
    ConditionName,
    FactValues[]
  >
}

/**
 * Representative values of each condition: each value named in policies, one that none names, and "unknown" if
 * possible. Groups and units one at a time: combinations wouldn't help to match one policy but not another.
 */
export function valuesFor(set: PolicySet, from: Date): Record<ConditionName, FactValues[]> {
  return {
    users: [...named(set, 'users'), unusedId].map(user => ({ user })),
    groups: [{ groups: [] }, ...named(set, 'groups').map(id => ({ groups: [id] }))],
    units: [{ units: [] }, ...named(set, 'units').map(id => ({ units: [id] }))],
    accounts: [...named(set, 'accounts'), unusedId].map(account => ({ account })),
    securityKeyDeviceType: [...missing('keyKind'), ...[null, 1, 2, 3, 4, 5].map(keyKind => ({ keyKind }))],
    waysIn: [...missing('way'), ...[null, ...policySignInMethods].map(way => ({ way }))],
    timeLimits: instantsFor(turnsOf(set), from).map(at => ({ at: at.toISOString() })),
    rpRestriction: [{ rp: null }, ...[...sitesOf(set), unusedSite].map(rp => ({ rp }))],
    appRestriction: [
      { app: null },
      ...missing('app'),
      // Without a site, the application is unknown too
      { app: null, rp: null },
      ...[...applicationsIn(set), unusedId].map(app => ({ app })),
    ],
    ipRestriction: [
      { ip: null },
      ...missing('ip'),
      ...addressesFor(meant(set, 'ipRestriction', one => one.ipRestriction.values)).map(ip => ({ ip })),
    ],
    locationRestriction: placesOf(set),
    devices: devicesOf(set),
  }
}

const sitesOf = (set: PolicySet) => [
  ...new Set(meant(set, 'rpRestriction', one => one.rpRestriction.values).flatMap(site => siteOf(site) ?? [])),
]

function turnsOf(set: PolicySet): Map<string, number[]> {
  const turns = new Map<string, number[]>()
  const listed = new Map(set.lists.filter(({ type }) => type === listTypes.time).map(list => [list.id, list.entries]))
  for (const { content } of set.policies) {
    const { spans, lists } = content.timeLimits
    const texts = [
      ...spans.map(({ from, to }) => `${from}-${to}`),
      ...lists.flatMap(id => (listed.get(id) ?? []).map(({ value }) => value)),
    ]
    const minutes = texts.flatMap(text => text.match(/\d\d:\d\d/g) ?? []).map(minuteOf)
    if (minutes.length > 0) turns.set(content.zone, [...new Set([...(turns.get(content.zone) ?? []), ...minutes])])
  }
  return turns
}

const minuteOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) % 1440

export function circlesOf(set: PolicySet) {
  const drawn = set.policies.flatMap(({ content }) => content.locationRestriction.circles)
  return [...drawn, ...meant(set, 'locationRestriction', () => []).flatMap(text => circleOf(text) ?? [])]
}

export const countriesOf = (set: PolicySet): string[] =>
  meant(set, 'locationRestriction', one => one.locationRestriction.countries).filter(text => /^[A-Z]{2}$/.test(text))

function placesOf(set: PolicySet): FactValues[] {
  const countries = countriesOf(set)
  const elsewhere = ['AQ', 'BV', 'TF', 'HM', 'GS', 'IO'].find(code => !countries.includes(code)) ?? 'ZZ'
  const circles = circlesOf(set).slice(0, mostCircles)
  const positions: Facts['position'][] = circles.length === 0 ? [null] : [null, ...circles.flatMap(pointsOf), ...far]
  const ofCountry = [...missing('country'), ...[null, ...countries, elsewhere].map(country => ({ country }))]
  const ofPosition = [...missing('position'), ...positions.map(position => ({ position }))]
  return ofCountry.flatMap(country => ofPosition.map(position => factsFrom([country, position])))
}

function pointsOf(circle: { latitude: number; longitude: number; radius: number }) {
  const { latitude, longitude, radius } = circle
  const up = Math.min((radius / 111_195) * 0.98, 60)
  const along = Math.min(up / Math.max(Math.cos((latitude * Math.PI) / 180), 0.05), 120)
  return [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([north = 0, east = 0]) => ({
    latitude: Math.max(-90, Math.min(90, latitude + north * up)),
    longitude: ((longitude + east * along + 540) % 360) - 180,
  }))
}

const far = [
  { latitude: -48.9, longitude: -123.4 },
  { latitude: 48.9, longitude: 56.6 },
  { latitude: 0, longitude: 0 },
  { latitude: -89, longitude: 0 },
]

function devicesOf(set: PolicySet): FactValues[] {
  const all = meant(set, 'devices', one => [
    ...one.devices.values,
    ...one.devices.groups.map(group => `group:${group}`),
  ])
  return [
    { device: null, deviceGroups: [] },
    ...missing('device').map(part => ({ ...part, deviceGroups: [] })),
    { device: unusedId, deviceGroups: [] },
    ...all.map(text =>
      text.startsWith('group:')
        ? { device: unusedId, deviceGroups: [text.slice('group:'.length)] }
        : { device: text, deviceGroups: [] },
    ),
  ]
}

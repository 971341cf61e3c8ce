import { isDeepStrictEqual } from 'node:util'
import { everyCondition } from '@claviger/contract/decide/decisions'
import {
  type ConditionName,
  listTypes,
  type PolicyContent,
  strengthLevels,
} from '@claviger/contract/decide/policy-content'
import type { Reference } from './references.store.ts'

const once = <T>(all: readonly T[]): T[] => [...new Set(all)]
const ids = (all: readonly string[]) => once(all.map(one => one.toLowerCase()))

/** Normalizes a policy: IDs as in the database, no duplicates, no undefined values. */
export function normalizePolicy(to: PolicyContent): PolicyContent {
  const lists = <T extends { lists: string[] }>(of: T): T => ({ ...of, lists: ids(of.lists) })
  return JSON.parse(
    JSON.stringify({
      ...to,
      users: ids(to.users),
      groups: ids(to.groups),
      units: ids(to.units),
      accounts: ids(to.accounts),
      securityKeyDeviceType: once(to.securityKeyDeviceType),
      waysIn: once(to.waysIn),
      timeLimits: lists(to.timeLimits),
      rpRestriction: { ...lists(to.rpRestriction), values: once(to.rpRestriction.values) },
      appRestriction: { ...lists(to.appRestriction), values: ids(to.appRestriction.values) },
      ipRestriction: { ...lists(to.ipRestriction), values: once(to.ipRestriction.values) },
      locationRestriction: { ...lists(to.locationRestriction), countries: once(to.locationRestriction.countries) },
      devices: { ...lists(to.devices), values: ids(to.devices.values), groups: ids(to.devices.groups) },
      demands: { ...to.demands, models: ids(to.demands.models) },
    }),
  ) as PolicyContent
}

export const listed = {
  timeLimits: listTypes.time,
  rpRestriction: listTypes.rp,
  appRestriction: listTypes.app,
  ipRestriction: listTypes.ip,
  locationRestriction: listTypes.location,
  devices: listTypes.device,
} as const satisfies Partial<Record<ConditionName, number>>
export const listedNames = Object.keys(listed) as (keyof typeof listed)[]

export const listsOf = (content: PolicyContent): string[] => once(listedNames.flatMap(name => content[name].lists))

/** The strength of the workspace that a policy requires; presets are always there. */
const strengthsIn = ({ demands: { strength } }: PolicyContent): string[] =>
  strength && !strengthLevels.some(level => level === strength) ? [strength] : []

export function referencesOf(content: PolicyContent): Reference[] {
  const of = (kind: Reference['kind'], field: string, all: readonly string[], type: number | null = null) =>
    all.map((id, place): Reference => ({ field: `${field}.${place}`, kind, id, type }))
  return [
    ...of('user', 'users', content.users),
    ...of('group', 'groups', content.groups),
    ...of('unit', 'units', content.units),
    ...of('user', 'accounts', content.accounts),
    ...of('device', 'devices.values', content.devices.values),
    ...of('device-group', 'devices.groups', content.devices.groups),
    ...of('strength', 'demands.strength', strengthsIn(content)),
    ...listedNames.flatMap(name => of('list', `${name}.lists`, content[name].lists, listed[name])),
  ]
}

export const idsIn = (content: PolicyContent): string[] => [
  ...referencesOf(content).map(one => one.id),
  ...content.appRestriction.values,
  ...content.demands.models,
]

export const filledIn = (content: PolicyContent): { condition: ConditionName; items: number }[] =>
  everyCondition.map(condition => ({ condition, items: itemsOf(content[condition]) })).filter(({ items }) => items > 0)

const itemsOf = (condition: object): number =>
  Array.isArray(condition)
    ? condition.length
    : Object.values(condition).reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 0), 0)

export const differingFields = (one: PolicyContent, other: PolicyContent): (keyof PolicyContent)[] =>
  (Object.keys(one) as (keyof PolicyContent)[]).filter(field => !isDeepStrictEqual(one[field], other[field]))

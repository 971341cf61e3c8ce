import { type ListContent, type PolicyContent, strengthLevels } from '@claviger/contract/decide/policy-content'
import * as z from 'zod/mini'
import { listedNames } from './policy-content.ts'
import type { Reference } from './references.store.ts'

type Kind = Reference['kind']

export const fileFormat = 'claviger-access-policies'

/** The file that the import reads. */
export const policyFile = (of: { lists: readonly ListContent[]; policies: readonly PolicyContent[] }): string =>
  JSON.stringify({ format: fileFormat, version: 1, ...of }, undefined, 2)

const names = z._default(z.array(z.string().check(z.minLength(1), z.maxLength(320))).check(z.maxLength(500)), [])
const withLists = z._default(z.looseObject({ lists: names }), { lists: [] })

export const Portable = z.looseObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  users: names,
  groups: names,
  units: names,
  accounts: names,
  timeLimits: withLists,
  rpRestriction: withLists,
  appRestriction: withLists,
  ipRestriction: withLists,
  locationRestriction: withLists,
  devices: z._default(z.looseObject({ values: names, groups: names, lists: names }), {
    values: [],
    groups: [],
    lists: [],
  }),
  demands: z._default(z.looseObject({ strength: z.optional(z.nullable(z.string().check(z.maxLength(320)))) }), {}),
})
export type Portable = z.output<typeof Portable>

export const namedIn = (policy: Portable): { kind: Kind; name: string }[] => {
  const found: { kind: Kind; name: string }[] = []
  renamed(policy, (kind, name) => {
    found.push({ kind, name })
    return name
  })
  return found
}

const isPreset = (strength: string) => strengthLevels.some(level => level === strength)

/** A policy with other names for everything that it refers to, for example names instead of IDs. */
export function renamed<P extends Portable | PolicyContent>(policy: P, to: (kind: Kind, name: string) => string): P {
  const all = (kind: Kind, of: readonly string[]) => of.map(one => to(kind, one))
  const lists = Object.fromEntries(
    listedNames.map(condition => [condition, { ...policy[condition], lists: all('list', policy[condition].lists) }]),
  ) as Pick<P, (typeof listedNames)[number]>
  const { strength } = policy.demands
  return {
    ...policy,
    ...lists,
    ...(strength && !isPreset(strength) && { demands: { ...policy.demands, strength: to('strength', strength) } }),
    users: all('user', policy.users),
    groups: all('group', policy.groups),
    units: all('unit', policy.units),
    accounts: all('user', policy.accounts),
    devices: {
      ...lists.devices,
      values: all('device', policy.devices.values),
      groups: all('device-group', policy.devices.groups),
    },
  }
}

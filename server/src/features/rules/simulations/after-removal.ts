import type { ConditionName } from '@claviger/contract/decide/policy-content'
import { endedGroup } from '#features/decide/decisions/decisions.ts'
import type { Removal } from '#platform/app-context.ts'
import type { FactValues } from './fact-values.ts'

export const isRemoved = (removed: Removal | undefined, user: string): boolean =>
  removed?.kind === 'user' && removed.ids.includes(user)

interface Member {
  readonly id: string
  readonly groups: string[]
  readonly units: string[]
}

/** A user after a removal: groups have ended and units are gone; undefined if the user is removed. */
export function afterRemoval<M extends Member>(removed: Removal | undefined, one: M): M | undefined {
  if (removed === undefined) return one
  if (isRemoved(removed, one.id)) return undefined
  const gone = new Set(removed.ids)
  return {
    ...one,
    groups: one.groups.map(id => (removed.kind === 'group' && gone.has(id) ? endedGroup(id) : id)),
    units: one.units.filter(id => removed.kind !== 'unit' || !gone.has(id)),
  }
}

/** Fact values without removed devices, because no key can be used there. */
export function withoutDevices<V extends Record<ConditionName, readonly FactValues[]>>(all: V, removed?: Removal): V {
  if (removed?.kind !== 'device' && removed?.kind !== 'device-group') return all
  const gone = new Set(removed.ids)
  const isLeft = ({ device, deviceGroups = [] }: FactValues) =>
    !gone.has(device ?? '') && !deviceGroups.some(id => gone.has(id))
  return { ...all, devices: all.devices.filter(isLeft) }
}

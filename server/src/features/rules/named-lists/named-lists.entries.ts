import { type ListEntry, type ListType, listTypes } from '@claviger/contract/decide/policy-content'
import { msg, deferText } from '#platform/languages.ts'
import type { FieldProblem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findEntryFault } from '#features/decide/evaluator/evaluator.entries.ts'
import { strangeDevices } from './named-lists.store.ts'

export interface ListEntryFault {
  at: number
  reason: string
  instead: string | null
}

const ofGroup = 'group:'
const ids: readonly ListType[] = [listTypes.device, listTypes.app]

/** Normalizes entries: lowercase IDs and sites, no duplicates. */
export function normalizeEntries(type: ListType, entries: readonly ListEntry[]): ListEntry[] {
  const small = ids.includes(type) || type === listTypes.rp
  const all = entries.map(({ value, label }) => ({ value: small ? value.toLowerCase() : value, label }))
  return [...new Map(all.toReversed().map(one => [one.value, one])).values()].toReversed()
}

export const faultsOf = (type: ListType, entries: readonly ListEntry[]): ListEntryFault[] =>
  entries.flatMap((entry, at): ListEntryFault[] => {
    const found = findEntryFault(type, entry)
    return found ? [{ at, ...found }] : []
  })

/**
 * Faults of entries, checked against the workspace. Entries that the list already had may refer to deleted
 * objects.
 */
export async function faultsIn(
  ctx: TransactionContext,
  type: ListType,
  entries: readonly ListEntry[],
  before: readonly ListEntry[] = [],
): Promise<ListEntryFault[]> {
  const faults = faultsOf(type, entries)
  if (type !== listTypes.device) return faults
  const [wrong, known] = [new Set(faults.map(one => one.at)), new Set(before.map(one => one.value))]
  const asked = entries.flatMap(({ value }, at) =>
    wrong.has(at) || known.has(value) ? [] : [{ at, id: value.replace(ofGroup, '') }],
  )
  const strange = await strangeDevices(
    ctx.db,
    asked.map(one => one.id),
  )
  const gone = asked.filter(one => strange.has(one.id))
  return [...faults, ...gone.map(({ at }) => ({ at, reason: noDevice, instead: null }))].toSorted(
    (one, other) => one.at - other.at,
  )
}

const noDevice = msg("This device or device group doesn't exist")

export const problemAt = (field: string, { reason, instead }: Omit<ListEntryFault, 'at'>): FieldProblem => ({
  field,
  message:
    instead === null ? reason : deferText('{reason}. Did you mean {instead}?', { reason: deferText(reason), instead }),
})

import type { CborMap } from './cbor.ts'
import { failCtap } from './ctap-status.ts'

/** Parses a parameter type: undefined if absent, CBOR_UNEXPECTED_TYPE if of another type. */
const reader =
  <T>(is: (value: unknown) => value is T) =>
  (map: CborMap, key: number | string): T | undefined => {
    const value = map.get(key)
    if (value === undefined) return undefined
    if (!is(value)) throw failCtap('CBOR_UNEXPECTED_TYPE')
    return value
  }

export const bytesAt = reader((value): value is Uint8Array => value instanceof Uint8Array)
export const textAt = reader((value): value is string => typeof value === 'string')
export const numberAt = reader((value): value is number => typeof value === 'number')
export const flagAt = reader((value): value is boolean => typeof value === 'boolean')
export const mapAt = reader((value): value is CborMap => value instanceof Map)
export const mapsAt = reader(
  (value): value is CborMap[] => Array.isArray(value) && value.every(item => item instanceof Map),
)

/** Refuses a missing parameter with MISSING_PARAMETER. */
export function requireParameter<T>(value: T | undefined): T {
  if (value === undefined) throw failCtap('MISSING_PARAMETER')
  return value
}

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

import { decode, encode } from 'cborg'
import type { DecodeOptions } from 'cborg/interface'
import { failCtap } from './ctap-status.ts'
import { parserLimits } from '../parsing/parser-limits.ts'

export type CborMap = ReadonlyMap<unknown, unknown>

const strict: DecodeOptions = {
  strict: true,
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: false,
  allowUndefined: false,
}

/** Also ensures that keys are numbers or texts, because canonical order is not defined for others here. */
function fits(item: unknown, depth = 0): boolean {
  if (item instanceof Map) {
    return (
      depth < parserLimits.cborDepth &&
      [...item].every(([key, value]) => ['number', 'bigint', 'string'].includes(typeof key) && fits(value, depth + 1))
    )
  }
  return !Array.isArray(item) || (depth < parserLimits.cborDepth && item.every(value => fits(value, depth + 1)))
}

/** Encodes CTAP2 canonical CBOR: keys by major type, then length, then bytes; omits undefined members. */
export function encoded(value: unknown): Uint8Array {
  return encode(value)
}

/**
 * Parses the single map of a request; no bytes mean an empty map. Refuses non-canonical encodings with INVALID_CBOR
 * (§8), even if they decode to the same map.
 */
export function mapOf(bytes: Uint8Array): CborMap {
  if (bytes.length === 0) return new Map()
  let item: unknown
  try {
    item = decode(bytes, strict)
  } catch (cause) {
    // Malicious nesting causes a stack overflow in the decoder (RangeError), which counts as malformed too
    if (cause instanceof Error) throw failCtap('INVALID_CBOR')
    throw cause
  }
  if (!fits(item) || Buffer.compare(encoded(item), bytes) !== 0) throw failCtap('INVALID_CBOR')
  if (!(item instanceof Map)) throw failCtap('CBOR_UNEXPECTED_TYPE')
  return item
}

/** A response map without undefined members. */
export const members = (...entries: readonly (readonly [number | string, unknown])[]): CborMap =>
  new Map(entries.filter(([, value]) => value !== undefined))

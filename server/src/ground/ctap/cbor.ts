import { decode, encode } from 'cborg'
import type { DecodeOptions } from 'cborg/interface'
import { refuse } from './status.ts'

export type CborMap = ReadonlyMap<unknown, unknown>

/** Maps and lists within each other (CTAP 2.1 §8, "maximum nesting depth"). */
const MAX_DEPTH = 4

const strict: DecodeOptions = {
  strict: true,
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: false,
  allowUndefined: false,
}

/** Also sees to it that a key is a number or a text, since others have no order of their own. */
function fits(item: unknown, depth = 0): boolean {
  if (item instanceof Map) {
    return (
      depth < MAX_DEPTH &&
      [...item].every(([key, value]) => ['number', 'bigint', 'string'].includes(typeof key) && fits(value, depth + 1))
    )
  }
  return !Array.isArray(item) || (depth < MAX_DEPTH && item.every(value => fits(value, depth + 1)))
}

/** A value in CTAP2 canonical CBOR: keys by major type, then length, then bytes; leaving out what is undefined. */
export function encoded(value: unknown): Uint8Array {
  return encode(value)
}

/**
 * The one map that a request consists of; no bytes at all stand for an empty map.
 * What is not in the canonical form is INVALID_CBOR (§8): whatever reads as the same map but is spelt otherwise is refused.
 */
export function mapOf(bytes: Uint8Array): CborMap {
  if (bytes.length === 0) return new Map()
  let item: unknown
  try {
    item = decode(bytes, strict)
  } catch (cause) {
    // Hostile nesting ends in a RangeError of the decoder's stack, which is as malformed as the rest
    if (cause instanceof Error) throw refuse('INVALID_CBOR')
    throw cause
  }
  if (!fits(item) || Buffer.compare(encoded(item), bytes) !== 0) throw refuse('INVALID_CBOR')
  if (!(item instanceof Map)) throw refuse('CBOR_UNEXPECTED_TYPE')
  return item
}

/** A map of a reply, without the members that are undefined. */
export const members = (...entries: readonly (readonly [number | string, unknown])[]): CborMap =>
  new Map(entries.filter(([, value]) => value !== undefined))

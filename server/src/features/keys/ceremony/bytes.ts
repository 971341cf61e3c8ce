import { decodeFirst } from 'cborg'
import type { DecodeOptions } from 'cborg/interface'
import { CeremonyError } from './ceremony.ts'

// Duplicate keys and indefinite lengths are not allowed in the CTAP2 canonical form (§6, "CTAP2 canonical CBOR
// encoding form").
const canonical: DecodeOptions = {
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: false,
  allowUndefined: false,
}

/** Decodes unpadded base64url; any other spelling of the bytes is malformed (§5.1). */
export function cborBytesOf(text: string, of: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length === 0 || bytes.toString('base64url') !== text) {
    throw new CeremonyError('malformed', '§5.1', `${of} is not base64url`)
  }
  return bytes
}

export function firstItem(bytes: Uint8Array, of: string): [item: unknown, rest: Uint8Array] {
  try {
    return decodeFirst(bytes, canonical)
  } catch (cause) {
    if (cause instanceof Error) throw new CeremonyError('malformed', '§6', `${of} is not canonical CBOR`)
    throw cause
  }
}

export function cborMapOf(bytes: Uint8Array, of: string): Map<unknown, unknown> {
  const [item, rest] = firstItem(bytes, of)
  if (!(item instanceof Map) || rest.length > 0) throw new CeremonyError('malformed', '§6', `${of} is not one CBOR map`)
  return item
}

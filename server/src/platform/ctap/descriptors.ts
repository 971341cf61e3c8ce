import { type CborMap, members } from './cbor.ts'
import { bytesAt, mapsAt, requireParameter, textAt } from './parameters.ts'
import { failCtap } from './ctap-status.ts'

export const descriptor = (id: Uint8Array): CborMap => members(['id', id], ['type', 'public-key'])

/** Credential IDs in a list of descriptors with a maximum length; undefined for a missing or empty list. */
export function idsAt(map: CborMap, key: number, most: number): readonly Uint8Array[] | undefined {
  const list = mapsAt(map, key) ?? []
  if (list.length > most) throw failCtap('LIMIT_EXCEEDED')
  const ids = list.map(item => ({
    type: requireParameter(textAt(item, 'type')),
    id: requireParameter(bytesAt(item, 'id')),
  }))
  return ids.length === 0 ? undefined : ids.filter(({ type }) => type === 'public-key').map(({ id }) => id)
}

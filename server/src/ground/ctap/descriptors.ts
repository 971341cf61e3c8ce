import { type CborMap, members } from './cbor.ts'
import { bytesAt, mapsAt, required, textAt } from './parameters.ts'
import { refuse } from './status.ts'

/** PublicKeyCredentialDescriptor: names a passkey by its id. */
export const descriptor = (id: Uint8Array): CborMap => members(['id', id], ['type', 'public-key'])

/** Ids of the public keys of a list of at most so many descriptors; undefined when there is no list, or nothing in it. */
export function idsAt(map: CborMap, key: number, most: number): readonly Uint8Array[] | undefined {
  const list = mapsAt(map, key) ?? []
  if (list.length > most) throw refuse('LIMIT_EXCEEDED')
  const ids = list.map(item => ({ type: required(textAt(item, 'type')), id: required(bytesAt(item, 'id')) }))
  return ids.length === 0 ? undefined : ids.filter(({ type }) => type === 'public-key').map(({ id }) => id)
}

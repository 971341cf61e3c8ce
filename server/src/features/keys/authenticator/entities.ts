import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { bytesAt, requireParameter, textAt } from '#platform/ctap/parameters.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import { MAX_RP_ID, MAX_USER_ID, MAX_NAME } from './authenticator.model.ts'
import type { PartyEntity, UserEntity } from './authenticator.card.ts'

/** Truncates to UTF-8 bytes at a character boundary, as an authenticator may (CTAP 2.1 §6.1.2 step 17). */
function cut(text: string | undefined): string | undefined {
  if (text === undefined || Buffer.byteLength(text) <= MAX_NAME) return text
  let kept = ''
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > MAX_NAME) break
    kept += character
  }
  return kept
}

export function parsePartyEntity(map: CborMap): PartyEntity {
  const id = requireParameter(textAt(map, 'id'))
  if (Buffer.byteLength(id) > MAX_RP_ID) throw failCtap('INVALID_LENGTH')
  return { id, name: cut(textAt(map, 'name')) }
}

export function userFrom(map: CborMap): UserEntity {
  const id = requireParameter(bytesAt(map, 'id'))
  if (id.length > MAX_USER_ID) throw failCtap('INVALID_LENGTH')
  return { id, name: cut(textAt(map, 'name')), displayName: cut(textAt(map, 'displayName')) }
}

/** A user entity for replies; names only if the caller allows (§6.2.2, "user identifiable information"). */
export const userMap = ({ id, name, displayName }: UserEntity, named: boolean): CborMap =>
  named ? members(['id', id], ['name', name], ['displayName', displayName]) : members(['id', id])

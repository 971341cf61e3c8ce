import { type CborMap, members } from '../../../ground/ctap/cbor.ts'
import { bytesAt, required, textAt } from '../../../ground/ctap/parameters.ts'
import { refuse } from '../../../ground/ctap/status.ts'
import { MAX_RP_ID, MAX_USER_ID, MAX_NAME } from './authenticator.model.ts'
import type { PartyEntity, UserEntity } from './authenticator.card.ts'

/** Cut to so many bytes of UTF-8 at the boundary of a character, as an authenticator may (CTAP 2.1 §6.1.2 step 17). */
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

/** PublicKeyCredentialRpEntity; a relying party's id has a domain's length at most. */
export function partyFrom(map: CborMap): PartyEntity {
  const id = required(textAt(map, 'id'))
  if (Buffer.byteLength(id) > MAX_RP_ID) throw refuse('INVALID_LENGTH')
  return { id, name: cut(textAt(map, 'name')) }
}

/** PublicKeyCredentialUserEntity; pictures are not kept. */
export function userFrom(map: CborMap): UserEntity {
  const id = required(bytesAt(map, 'id'))
  if (id.length > MAX_USER_ID) throw refuse('INVALID_LENGTH')
  return { id, name: cut(textAt(map, 'name')), displayName: cut(textAt(map, 'displayName')) }
}

/** A user as replies carry one; names only where the caller says so (§6.2.2, "user identifiable information"). */
export const userMap = ({ id, name, displayName }: UserEntity, named: boolean): CborMap =>
  named ? members(['id', id], ['name', name], ['displayName', displayName]) : members(['id', id])

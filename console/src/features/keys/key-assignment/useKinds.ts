import { keyKinds } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { useRead } from '../../../ground/data/useRead.ts'
import { kinds } from '../words.ts'

/** The kinds of keys that can be assigned; a fingerprint only once it is known that a program here enrols it. */
export function useKinds() {
  const offered = useRead(keyAssignment.kinds, {}, { quiet: true }).data?.kinds
  return kinds.filter(({ value }) => offered?.includes(value) ?? value !== keyKinds.fingerprint)
}

import { keyKinds } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { useRead } from '#platform/data/useRead.ts'
import { kinds } from '../key-labels.ts'

/** Assignable kinds of keys; fingerprint only once an agent in this workspace can enroll it. */
export function useKinds() {
  const offered = useRead(keyAssignment.kinds, {}, { quiet: true }).data?.kinds
  return kinds.filter(({ value }) => offered?.includes(value) ?? value !== keyKinds.fingerprint)
}

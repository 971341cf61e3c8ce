import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { bytesAt, flagAt, numberAt } from '#platform/ctap/parameters.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential, CredentialProtection } from './authenticator.card.ts'
import { MAX_BLOB } from './authenticator.model.ts'

type Kept = Pick<Credential, 'protection' | 'hmacSecret' | 'blob'>

/** credProtect (CTAP 2.1 §12.1). Unknown levels are refused, so that a key is never weaker than requested. */
function protectionOf(asked: number | undefined): CredentialProtection {
  if (asked === undefined) return 1
  if (asked !== 1 && asked !== 2 && asked !== 3) throw failCtap('INVALID_OPTION')
  return asked
}

/** What extensions store in a new credential and return (§6.1.2 step 15). Unknown extensions are ignored. */
export function processCreationExtensions(
  asked: CborMap,
  discoverable: boolean,
): { readonly kept: Kept; readonly outputs: CborMap } {
  const level = numberAt(asked, 'credProtect')
  const hmacSecret = flagAt(asked, 'hmac-secret') ?? false
  const offered = bytesAt(asked, 'credBlob')
  // §12.2: only a discoverable credential stores one, and the answer says whether it did
  const blob = discoverable && offered && offered.length <= MAX_BLOB ? offered : undefined
  return {
    kept: { protection: protectionOf(level), hmacSecret, blob },
    outputs: members(
      ['credProtect', level],
      ['hmac-secret', hmacSecret ? true : undefined],
      ['credBlob', offered ? blob !== undefined : undefined],
    ),
  }
}

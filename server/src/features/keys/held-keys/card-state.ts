import type { PinConfig } from '@claviger/contract/platform/pin'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import type { Sealer } from '#platform/secrets/seal.ts'
import type { CardState, Credential, CredentialProtection } from '../authenticator/authenticator.card.ts'
import { LEAST_PIN } from '../authenticator/authenticator.model.ts'
import { openPinDigest, pinTriesOf } from '../security-keys/security-keys.pins.ts'
import type { CredentialRow, TappedKey, TriesRow } from './held-keys.store.ts'

/** Limit for one PIN check, ms. If its process dies, other requests wait no longer than this. */
const TRYING_LASTS = 5000

export const isRetryOfTap = (row: Pick<TriesRow, 'tried_at'> | undefined, now: Date): boolean =>
  !!row?.tried_at && Math.abs(now.getTime() - row.tried_at.getTime()) < TRYING_LASTS

const credentialOf = (row: CredentialRow): Credential => ({
  id: row.credential_id,
  key: row.id,
  publicKey: { x: row.public_key.subarray(0, 32), y: row.public_key.subarray(32) },
  party: { id: row.rp_id, name: row.rp_name ?? undefined },
  user: { id: row.user_handle, name: row.user_name ?? undefined, displayName: row.user_display_name ?? undefined },
  discoverable: row.discoverable,
  protection: row.protection as CredentialProtection,
  hmacSecret: row.hmac_seeds !== null,
  blob: row.blob ?? undefined,
  madeAt: row.made_at.getTime(),
})

/** How a key verifies its holder: by finger at a reader, by PIN, or not at all. */
function verificationOf({ kind, verification }: Pick<TappedKey, 'kind' | 'verification'>): CardState['verification'] {
  if (kind === keyKinds.fingerprint) return 'match'
  return verification === verifications.pinless ? 'none' : 'pin'
}

export function cardStateOf(
  key: TappedKey,
  of: {
    tries: TriesRow | undefined
    credentials: readonly CredentialRow[]
    /** Passkeys of another user can be used, but not added, changed, or removed. */
    shared: boolean
    sealer: Sealer
    rules?: PinConfig
  },
): CardState {
  const pinHash = openPinDigest(of.sealer, key) ?? null
  return {
    verification: verificationOf(key),
    pinHash,
    tries: pinTriesOf(key, of.tries),
    forcePinChange: key.pin_due && pinHash !== null,
    minPinLength: Math.max(LEAST_PIN, of.rules?.minLength ?? 0),
    allows: { firstPin: key.pin_due, create: !of.shared, manage: !of.shared },
    credentials: of.credentials.map(credentialOf),
  }
}

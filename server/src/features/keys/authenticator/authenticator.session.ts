import type { ProtocolNumber } from '#platform/ctap/pin-protocol.ts'

// Short-lived state: one card at one reader, from the tap that "powers it up". The caller keeps it with the
// reader's connection, sealed when it leaves memory. It can drop the state at any time, at the cost of another
// tap and PIN. Plain data that survives a CBOR round trip.

/**
 * A pinUvAuthToken in use (CTAP 2.1 §6.5.2.1). It has no "user present" flag because a PIN never sets it, and
 * no "user verified" flag because that is cleared only together with all permissions.
 */
export interface AuthToken {
  readonly value: Uint8Array
  readonly protocol: ProtocolNumber
  readonly permissions: number
  readonly rpId: string | null
  /** ms */
  readonly issuedAt: number
  readonly used: boolean
}

export interface HmacSecretRequest {
  readonly protocol: ProtocolNumber
  readonly secret: Uint8Array
  readonly salts: readonly Uint8Array[]
}

/** State for the "next" commands (§6.3, §6.8.3, §6.8.4); any other command clears it. */
export type Pending = { readonly at: number } & (
  | {
      readonly of: 'assertions'
      readonly clientDataHash: Uint8Array
      readonly present: boolean
      readonly verified: boolean
      readonly hmac: HmacSecretRequest | null
      readonly wantsBlob: boolean
      readonly ids: readonly Uint8Array[]
    }
  | { readonly of: 'parties'; readonly rpIds: readonly string[] }
  | { readonly of: 'credentials'; readonly ids: readonly Uint8Array[] }
)

/** Time limit for the "next" commands, ms (§6.3 step 3). */
export const NEXT_WITHIN = 30_000

export interface Session {
  readonly tappedAt: number | null
  readonly agreement: Readonly<Partial<Record<ProtocolNumber, Uint8Array>>>
  readonly token: AuthToken | null
  /** Consecutive wrong PINs since the tap; after 3, only another tap helps. */
  readonly mismatches: number
  readonly pending: Pending | null
}

export const sessionAfterTap = (now: number, session?: Session): Session =>
  session
    ? { ...session, tappedAt: now, mismatches: 0 }
    : { tappedAt: now, agreement: {}, token: null, mismatches: 0, pending: null }

import type { ProtocolNumber } from '../../../ground/ctap/pin-protocol.ts'

// What is short-lived: one card at one reader, from the tap that "powers it up" on. The caller keeps it beside the reader's
// connection, sealed when it leaves memory, and may forget it at any time, which costs a tap and the PIN. It is plain data that
// CBOR carries there and back.

/**
 * A pinUvAuthToken in use (CTAP 2.1 §6.5.2.1). Its flag "user present" is missing because a PIN never sets it, its flag
 * "user verified" because that is cleared only together with all permissions.
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

/** What a relying party asks of hmac-secret, opened: one salt, or two while it changes from one to the next. */
export interface HmacAsked {
  readonly protocol: ProtocolNumber
  readonly secret: Uint8Array
  readonly salts: readonly Uint8Array[]
}

/** What the "next" commands go on from (§6.3, §6.8.3, §6.8.4); any other command forgets it. */
export type Pending = { readonly at: number } & (
  | {
      readonly of: 'assertions'
      readonly clientDataHash: Uint8Array
      readonly present: boolean
      readonly verified: boolean
      readonly hmac: HmacAsked | null
      readonly wantsBlob: boolean
      readonly ids: readonly Uint8Array[]
    }
  | { readonly of: 'parties'; readonly rpIds: readonly string[] }
  | { readonly of: 'credentials'; readonly ids: readonly Uint8Array[] }
)

/** The "next" commands must follow within this time, ms (§6.3 step 3). */
export const NEXT_WITHIN = 30_000

export interface Session {
  /** When the card was tapped, ms; null once that tap has been spent. */
  readonly tappedAt: number | null
  /** Private halves of our keys of the agreement, by protocol; made when first asked for. */
  readonly agreement: Readonly<Partial<Record<ProtocolNumber, Uint8Array>>>
  readonly token: AuthToken | null
  /** Wrong PINs in a row since the tap; at 3 only another tap helps. */
  readonly mismatches: number
  readonly pending: Pending | null
}

/** Begins a session with a tap, or goes on with one after another tap of the same card at the same reader. */
export const tapped = (now: number, session?: Session): Session =>
  session
    ? { ...session, tappedAt: now, mismatches: 0 }
    : { tappedAt: now, agreement: {}, token: null, mismatches: 0, pending: null }

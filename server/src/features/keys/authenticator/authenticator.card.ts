import type { Point } from '#platform/ctap/cose.ts'

// Durable state. The caller stores it whole, sealed where noted; a request modifies it only through a Change.

export type KeyReference = string

export interface PartyEntity {
  readonly id: string
  readonly name?: string | undefined
}

export interface UserEntity {
  readonly id: Uint8Array
  readonly name?: string | undefined
  readonly displayName?: string | undefined
}

/** credProtect levels (CTAP 2.1 §12.1): 1 none, 2 not found without its ID, 3 not used without the PIN. */
export type CredentialProtection = 1 | 2 | 3

export interface Credential {
  readonly id: Uint8Array
  readonly key: KeyReference
  readonly publicKey: Point
  readonly party: PartyEntity
  readonly user: UserEntity
  /** Can be found by the relying party ID. Other credentials answer only to their own ID. */
  readonly discoverable: boolean
  readonly protection: CredentialProtection
  readonly hmacSecret: boolean
  /** The relying party's blob (§12.2), at most 32 bytes. */
  readonly blob?: Uint8Array | undefined
  /** ms; the newest is offered first. */
  readonly madeAt: number
}

export interface PinTries {
  /** Counts down from 8. At 0 the card is blocked until an administrator unblocks it or the PIN is recovered. */
  readonly left: number
  /** ms; 0 for no wait. */
  readonly notBefore: number
}

export interface CardState {
  /**
   * `none`: a PINless card, whose holder counts as present but never as verified. `match`: built-in user
   * verification; a program at a fingerprint reader vouches for the user.
   */
  readonly verification: 'pin' | 'none' | 'match'
  /**
   * LEFT(SHA-256(PIN), 16), which the protocol compares (§6.5.5.5); null without a PIN. Must be sealed when
   * stored: a short PIN is quickly guessed from it. The PIN itself is never stored.
   */
  readonly pinHash: Uint8Array | null
  readonly tries: PinTries
  /** The PIN must be changed before it verifies again (§6.4, forcePINChange). */
  readonly forcePinChange: boolean
  /** Code points; at least 4. */
  readonly minPinLength: number
  readonly allows: {
    /**
     * Whether the holder can set the first PIN (§6.5.5.5). Otherwise that takes an activation link or an
     * administrator.
     */
    readonly firstPin: boolean
    readonly create: boolean
    readonly manage: boolean
  }
  readonly credentials: readonly Credential[]
}

import type { Point } from '../../../ground/ctap/cose.ts'

// What is durable. The caller keeps it, whole and sealed where it says so; a request never changes it but by a Change.

/** Names a private key in the vault; the core hands it on and never looks inside. */
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

/** credProtect's levels (CTAP 2.1 §12.1): 1 as if there were none, 2 not found without its id, 3 not used without the PIN. */
export type Protection = 1 | 2 | 3

/** A passkey inside a card. */
export interface Credential {
  readonly id: Uint8Array
  readonly key: KeyReference
  readonly publicKey: Point
  readonly party: PartyEntity
  readonly user: UserEntity
  /** Found by the relying party's id alone; those that are not answer only to their own id. */
  readonly discoverable: boolean
  readonly protection: Protection
  /** May be asked for secrets (§12.5). */
  readonly hmacSecret: boolean
  /** What the relying party left with it (§12.2), at most 32 bytes. */
  readonly blob?: Uint8Array | undefined
  /** ms; the newest is offered first. */
  readonly madeAt: number
}

/** How many wrong PINs are left, and when the next one may be tried. */
export interface Tries {
  /** From 8 down; at 0 the card is blocked until an administrator unblocks it or the PIN is recovered. */
  readonly left: number
  /** ms; 0 when there is nothing to wait for. */
  readonly notBefore: number
}

export interface CardState {
  /**
   * `none` is the PINless card: whoever holds it is its user, and no user is ever said to be verified. `match` is a key that
   * knows its user by itself (built-in user verification): a program at a fingerprint reader vouches for that.
   */
  readonly verification: 'pin' | 'none' | 'match'
  /**
   * LEFT(SHA-256(PIN), 16), which the protocol compares (§6.5.5.5); null while no PIN is set. To be sealed where it is stored:
   * a short PIN is quickly guessed from it. The PIN itself is nowhere.
   */
  readonly pinHash: Uint8Array | null
  readonly tries: Tries
  /** The PIN must be changed before it verifies again (§6.4, forcePINChange). */
  readonly forcePinChange: boolean
  /** Code points; never below 4. */
  readonly minPinLength: number
  readonly allows: {
    /** May whoever holds it set its first PIN (§6.5.5.5)? Else that takes an activation link or an administrator. */
    readonly firstPin: boolean
    /** May relying parties register new passkeys? */
    readonly create: boolean
    /** May its user list and delete them with the PIN (§6.8)? */
    readonly manage: boolean
  }
  /** In the order in which they were made; those of the card's owner and of the accounts it opens alike. */
  readonly credentials: readonly Credential[]
}

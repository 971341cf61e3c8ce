import type { Point } from '../../../ground/ctap/cose.ts'
import type { KeyReference, Tries } from './authenticator.card.ts'

/** What a key is to be used for. */
export interface KeyUse {
  readonly rpId: string
  readonly present: boolean
  readonly verified: boolean
}

/**
 * What the authenticator cannot do by itself. A faculty that fails rejects, and so does the answer: a vault out of reach is
 * not a matter between the platform and its key.
 */
export interface Faculties {
  /** ms since 1970 */
  readonly now: number
  /** The user was recognized for this very request (performBuiltInUv, CTAP 2.1 §6.5.3.1); asked of keys that do so themselves. */
  readonly userMatched: boolean
  random(size: number): Uint8Array
  /** Makes a P-256 key pair in the vault. */
  makeKey(): Promise<{ readonly key: KeyReference; readonly publicKey: Point }>
  /** ECDSA with SHA-256 over the data, in DER. */
  sign(key: KeyReference, data: Uint8Array): Promise<Uint8Array>
  /**
   * HMAC-SHA-256 of the salt under a secret of 32 bytes that belongs to this key, one for a verified user and another for one
   * who is not (CTAP 2.1 §12.5, CredRandomWithUV and CredRandomWithoutUV). The same for as long as the key lives.
   */
  hmac(key: KeyReference, verified: boolean, salt: Uint8Array): Promise<Uint8Array>
  /**
   * Raises the counter of a credential and resolves to its new value, from 1 to 2³² − 1. No value is ever given twice, by
   * whatever process: the raise is part of the transaction that ends before the reply leaves, or was durable before. A value
   * lost in a crash is merely skipped.
   */
  nextCounter(credential: Uint8Array): Promise<number>
  /**
   * Puts `to` in the place of `from`, durably **before it resolves**, since only then is the PIN looked at: a process that dies
   * in between has spent the try. Resolves to false, and changes nothing, when the stored tries are no longer `from`.
   * It therefore has a transaction of its own, and the caller holds no lock on the card meanwhile.
   */
  spendTry(from: Tries, to: Tries): Promise<boolean>
  /** Does this PIN keep to the rules of its workspace? Its length within the card's bounds is checked before. */
  acceptsPin(pin: string): boolean
  /**
   * May the key be used so, by the rules of its workspace? Asked before anything is made or signed. A question that nobody
   * is present at is refused only where nothing that is brought could change the answer.
   */
  mayUse(use: KeyUse): Promise<boolean>
  /** Vouches for new credentials in the name of the model; without it each vouches for itself (§6.1.2 step 19). */
  readonly attestation?: {
    /** DER, the leaf first. */
    readonly certificates: readonly Uint8Array[]
    /** ECDSA with SHA-256 by the leaf's key, in DER. */
    sign(data: Uint8Array): Promise<Uint8Array>
  }
}

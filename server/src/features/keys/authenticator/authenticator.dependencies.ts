import type { Point } from '#platform/ctap/cose.ts'
import type { KeyReference, PinTries } from './authenticator.card.ts'

export interface KeyUse {
  readonly rpId: string
  readonly present: boolean
  readonly verified: boolean
}

/**
 * Services that the authenticator calls. If one rejects, the whole request rejects: an unreachable vault must not
 * look like a key's status to the platform.
 */
export interface AuthenticatorDependencies {
  readonly now: number
  /**
   * The user was recognized for this very request (performBuiltInUv, CTAP 2.1 §6.5.3.1). Used only by keys with
   * built-in verification.
   */
  readonly userMatched: boolean
  random(size: number): Uint8Array
  makeKey(): Promise<{ readonly key: KeyReference; readonly publicKey: Point }>
  /** ECDSA with SHA-256 over the data, in DER. */
  sign(key: KeyReference, data: Uint8Array): Promise<Uint8Array>
  /**
   * HMAC-SHA-256 of the salt under a 32-byte secret of this key: one for verified users, another for unverified
   * (CTAP 2.1 §12.5, CredRandomWithUV and CredRandomWithoutUV). Stable for the life of the key.
   */
  hmac(key: KeyReference, verified: boolean, salt: Uint8Array): Promise<Uint8Array>
  /**
   * Increments a credential's counter and returns the new value, from 1 to 2³² − 1. No process ever gets the
   * same value twice: the increment commits before the reply leaves. A value lost in a crash is skipped.
   */
  nextCounter(credential: Uint8Array): Promise<number>
  /**
   * Replaces `from` by `to` durably **before it resolves**, because only then is the PIN compared: a process
   * that dies in between has spent the attempt. Resolves to false, changing nothing, if the stored attempts are
   * no longer `from`. It needs its own transaction, and the caller must hold no lock on the card.
   */
  spendTry(from: PinTries, to: PinTries): Promise<boolean>
  acceptsPin(pin: string): boolean | Promise<boolean>
  /**
   * Whether the workspace's rules allow this use. Called before anything is made or signed. A silent request is
   * refused only if nothing the user could add would change the decision.
   */
  mayUse(use: KeyUse): Promise<boolean>
  readonly attestation?: {
    readonly certificates: readonly Uint8Array[]
    /** ECDSA with SHA-256 by the leaf's key, in DER. */
    sign(data: Uint8Array): Promise<Uint8Array>
  }
}

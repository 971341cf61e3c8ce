import type { AttestedCredential, AuthenticatorData } from '../authenticator-data.ts'
import type { PublicKey } from '../public-key.ts'

/** What an attestation statement is about and verified against (§6.5.3). */
export interface Attested {
  readonly statement: Map<unknown, unknown>
  readonly data: AuthenticatorData
  readonly credential: AttestedCredential
  readonly publicKey: PublicKey
  readonly clientDataHash: Buffer
}

/** What a statement shows (§6.5.4): its type, and the certificates (DER) by which it can be trusted, leaf first. */
export interface Shown {
  readonly type: 'none' | 'self' | 'certified'
  readonly path: readonly Uint8Array[]
}

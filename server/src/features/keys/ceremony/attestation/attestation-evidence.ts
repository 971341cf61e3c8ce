import type { AttestedCredential, AuthenticatorData } from '../authenticator-data.ts'
import type { PublicKey } from '../public-key.ts'

export interface AttestationSubject {
  readonly statement: Map<unknown, unknown>
  readonly data: AuthenticatorData
  readonly credential: AttestedCredential
  readonly publicKey: PublicKey
  readonly clientDataHash: Buffer
}

export interface AttestationEvidence {
  readonly type: 'none' | 'self' | 'certified'
  readonly path: readonly Uint8Array[]
}

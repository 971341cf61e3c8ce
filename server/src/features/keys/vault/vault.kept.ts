import type { Sealer } from '../../../ground/secrets/seal.ts'

/** A private key where it is kept: which vault, and what that needs to find it again. */
export interface KeptKey {
  readonly vault: VaultName
  readonly kept: Uint8Array
  /** x and y, 32 bytes each. */
  readonly publicKey: Uint8Array
  /** The person and the card that it signs for. */
  readonly owner: string
}

export type VaultName = 'sealed' | 'pkcs11'

/** Is told what a key will be known by before it is made; where that rejects, none is made. */
export type BeforeMaking = (kept: Uint8Array) => Promise<void>

/** Makes P-256 key pairs and signs with them; nothing else ever sees a private key. */
export interface Vault {
  readonly name: VaultName
  /** A new key pair; `sealer` is that of the workspace it is for. A vault that keeps it elsewhere names it first. */
  makeKey(sealer: Sealer, owner: string, before: BeforeMaking): Promise<KeptKey>
  /** ECDSA with SHA-256 over the data, in DER. Throws where the key is not there, or was altered. */
  sign(sealer: Sealer, key: KeptKey, data: Uint8Array): Promise<Uint8Array>
}

/** A vault outside the database, where a key stays until it is destroyed. */
export interface OuterVault extends Vault {
  /** Reaches it, as everything else here does by itself. Throws what the vault or its module says. */
  open(): Promise<void>
  /** Destroys a private key for good; does nothing where there is none. */
  destroy(kept: Uint8Array): Promise<void>
}

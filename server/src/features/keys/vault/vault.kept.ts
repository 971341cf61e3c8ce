import type { Sealer } from '#platform/secrets/seal.ts'

/** A reference to a private key: its vault and what the vault needs to find it. */
export interface KeptKey {
  readonly vault: VaultName
  readonly kept: Uint8Array
  /** x and y, 32 bytes each. */
  readonly publicKey: Uint8Array
  /** The user and card it signs for. */
  readonly owner: string
}

export type VaultName = 'sealed' | 'pkcs11'

/** Called with the key's reference before it is made. If it rejects, no key is made. */
export type BeforeKeyCreation = (kept: Uint8Array) => Promise<void>

/** Creates P-256 key pairs and signs with them; nothing else ever sees a private key. */
export interface Vault {
  readonly name: VaultName
  /** A new key pair; `sealer` belongs to its workspace. An external vault calls `before` first. */
  makeKey(sealer: Sealer, owner: string, before: BeforeKeyCreation): Promise<KeptKey>
  /** ECDSA with SHA-256 over the data, in DER. @throws if the key is missing or altered */
  sign(sealer: Sealer, key: KeptKey, data: Uint8Array): Promise<Uint8Array>
}

export interface OuterVault extends Vault {
  open(): Promise<void>
  destroy(kept: Uint8Array): Promise<void>
}

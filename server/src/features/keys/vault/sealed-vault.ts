import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { SealedSubject, Sealer } from '#platform/secrets/seal.ts'
import type { KeptKey, Vault } from './vault.kept.ts'

/** Decrypted keys cached in memory; preparing one costs more than signing with it. */
const mostOpen = 10_000

// Public key and owner are part of the sealing context: a key moved to another row or card doesn't open
const about = ({ publicKey, owner }: Pick<KeptKey, 'publicKey' | 'owner'>): SealedSubject =>
  `vault:p256:${Buffer.from(publicKey).toString('hex')} of ${owner}`

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

export function sealedVault(): Vault {
  const open = new Map<string, KeyObject>()

  function opened(sealer: Sealer, { kept, publicKey, owner }: KeptKey): KeyObject {
    const name = `${Buffer.from(publicKey).toString('latin1')} ${owner}`
    const found = open.get(name)
    if (found) {
      // Moves it to the end: least recently used first
      open.delete(name)
      open.set(name, found)
      return found
    }
    const scalar = sealer.open(kept, about({ publicKey, owner }))
    const point = { x: text(publicKey.subarray(0, 32)), y: text(publicKey.subarray(32)) }
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: text(scalar), ...point }, format: 'jwk' })
    if (open.size >= mostOpen) for (const oldest of open.keys()) if (open.delete(oldest)) break
    open.set(name, key)
    return key
  }

  return {
    name: 'sealed',
    makeKey(sealer, owner) {
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys().subarray(1)
      // JWK omits leading zero bytes of the scalar
      const scalar = Buffer.alloc(32)
      const short = pair.getPrivateKey()
      short.copy(scalar, 32 - short.length)
      const kept = sealer.seal(scalar, about({ publicKey, owner }))
      return Promise.resolve({ vault: 'sealed', kept, publicKey, owner })
    },
    sign: async (sealer, key, data) => sign('sha256', data, opened(sealer, key)),
  }
}

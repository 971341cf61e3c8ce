import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export interface Subscription {
  readonly endpoint: string
  readonly publicKey: Uint8Array
  readonly auth: Uint8Array
}

const hkdf = (salt: Uint8Array, secret: Uint8Array, info: Uint8Array | string, size: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, size))

// One record holds the whole message; push services accept up to 4096 bytes (RFC 8030 §7.2)
const RECORD = 4096

/**
 * Encrypts a message for one browser: aes128gcm (RFC 8188) under a key agreed with it (RFC 8291 §3.4). Only
 * the test of the RFC's example passes `chance`.
 */
export function sealedFor(
  to: Subscription,
  message: string,
  chance?: { secret: Uint8Array; salt: Uint8Array },
): Buffer {
  const half = createECDH('prime256v1')
  if (chance) half.setPrivateKey(chance.secret)
  else half.generateKeys()
  const ours = half.getPublicKey()
  const salt = chance?.salt ?? randomBytes(16)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), to.publicKey, ours])
  const input = hkdf(to.auth, half.computeSecret(to.publicKey), keyInfo, 32)
  const key = hkdf(salt, input, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(salt, input, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD)
  head[4] = ours.length
  return Buffer.concat([salt, head, ours, sealed])
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

/** Common interface of both PIN/UV auth protocols (CTAP 2.1 §6.5.4). */
export interface PinProtocol {
  /** Shared secret from the x coordinate of the agreed point. */
  derive(z: Uint8Array): Uint8Array
  /** `iv` is used only if the protocol has one. */
  encrypt(secret: Uint8Array, text: Uint8Array, iv: Uint8Array): Uint8Array
  decrypt(secret: Uint8Array, bytes: Uint8Array): Uint8Array | null
  /** Verifies the platform's authentication with the shared secret or a pinUvAuthToken. */
  verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}

export type ProtocolNumber = 1 | 2

const BLOCK = 16
// A prepared key costs Node half as much as raw bytes
const mac = (key: Uint8Array, message: Uint8Array) =>
  createHmac('sha256', createSecretKey(key)).update(message).digest()
const same = (one: Uint8Array, other: Uint8Array) => one.length === other.length && timingSafeEqual(one, other)

function sealed(key: Uint8Array, iv: Uint8Array, text: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', createSecretKey(key), iv).setAutoPadding(false)
  return Buffer.concat([cipher.update(text), cipher.final()])
}

function opened(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array | null {
  if (bytes.length === 0 || bytes.length % BLOCK !== 0) return null
  const decipher = createDecipheriv('aes-256-cbc', createSecretKey(key), iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

/** §6.5.6: one key for both purposes, no IV, truncated MAC. */
const one: PinProtocol = {
  derive: z => hash('sha256', z, 'buffer'),
  encrypt: (secret, text) => sealed(secret, Buffer.alloc(BLOCK), text),
  decrypt: (secret, bytes) => opened(secret, Buffer.alloc(BLOCK), bytes),
  verify: (key, message, signature) => same(mac(key, message).subarray(0, 16), signature),
}

const expanded = (z: Uint8Array, info: string) => Buffer.from(hkdfSync('sha256', z, Buffer.alloc(32), info, 32))

/** §6.5.7: the secret contains an HMAC key and an AES key; a token is as long as the HMAC key and is used like it. */
const two: PinProtocol = {
  derive: z => Buffer.concat([expanded(z, 'CTAP2 HMAC key'), expanded(z, 'CTAP2 AES key')]),
  encrypt: (secret, text, iv) => Buffer.concat([iv, sealed(secret.subarray(32), iv, text)]),
  decrypt: (secret, bytes) => opened(secret.subarray(32), paddedIv(bytes), bytes.subarray(BLOCK)),
  verify: (key, message, signature) => same(mac(key.subarray(0, 32), message), signature),
}

/** Input too short for an IV can't contain ciphertext either, so `opened` refuses it. */
const paddedIv = (bytes: Uint8Array) => (bytes.length < BLOCK ? Buffer.alloc(BLOCK) : bytes.subarray(0, BLOCK))

export const pinProtocols: Readonly<Record<ProtocolNumber, PinProtocol>> = { 1: one, 2: two }

/** Permissions of PIN tokens (§6.5.5.7) that the card authenticator supports. */
export const permissions = { make: 0x01, get: 0x02, manage: 0x04 } as const

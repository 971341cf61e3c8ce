import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

/** Both PIN/UV auth protocols behind one face (CTAP 2.1 §6.5.4); a new one is one more of these. */
export interface Protocol {
  /** The secret shared with the platform, from the x coordinate of the agreed point. */
  derive(z: Uint8Array): Uint8Array
  /** `iv` is used where the protocol has one. */
  encrypt(secret: Uint8Array, text: Uint8Array, iv: Uint8Array): Uint8Array
  /** Null when these bytes cannot have been encrypted. */
  decrypt(secret: Uint8Array, bytes: Uint8Array): Uint8Array | null
  /** Checks what the platform authenticated with the secret, or with a pinUvAuthToken. */
  verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}

export type ProtocolNumber = 1 | 2

const BLOCK = 16
// A key made ready costs Node half of what its bare bytes do
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

/** §6.5.6: one key for both ends, no IV, half a MAC. */
const one: Protocol = {
  derive: z => hash('sha256', z, 'buffer'),
  encrypt: (secret, text) => sealed(secret, Buffer.alloc(BLOCK), text),
  decrypt: (secret, bytes) => opened(secret, Buffer.alloc(BLOCK), bytes),
  verify: (key, message, signature) => same(mac(key, message).subarray(0, 16), signature),
}

const expanded = (z: Uint8Array, info: string) => Buffer.from(hkdfSync('sha256', z, Buffer.alloc(32), info, 32))

/** §6.5.7: the secret is a key for MACs and one for AES; a token is as long as the former and is used alike. */
const two: Protocol = {
  derive: z => Buffer.concat([expanded(z, 'CTAP2 HMAC key'), expanded(z, 'CTAP2 AES key')]),
  encrypt: (secret, text, iv) => Buffer.concat([iv, sealed(secret.subarray(32), iv, text)]),
  decrypt: (secret, bytes) => opened(secret.subarray(32), paddedIv(bytes), bytes.subarray(BLOCK)),
  verify: (key, message, signature) => same(mac(key.subarray(0, 32), message), signature),
}

/** Bytes too short for an IV hold no text either, so that `opened` refuses them. */
const paddedIv = (bytes: Uint8Array) => (bytes.length < BLOCK ? Buffer.alloc(BLOCK) : bytes.subarray(0, BLOCK))

export const protocols: Readonly<Record<ProtocolNumber, Protocol>> = { 1: one, 2: two }

/** What a token that the PIN gives may be used for (§6.5.5.7), as far as the authenticator of a card grants it. */
export const permissions = { make: 0x01, get: 0x02, manage: 0x04 } as const

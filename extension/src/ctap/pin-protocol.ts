import { type Bytes, joined, sha256, utf8 } from './bytes.ts'

// PIN/UV auth protocol two of CTAP 2.1 (§6.5.7), implemented with WebCrypto only.

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const block = 16

/** Shared secret for one request, and our public key. */
export interface SharedSecret {
  readonly aes: CryptoKey
  readonly cose: Map<number, unknown>
}

async function derived(z: ArrayBuffer, info: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', z, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: utf8(info) }
  return crypto.subtle.deriveBits(how, key, 256)
}

/** §6.5.6 encapsulate: agrees on a secret with the owner of a COSE key. @throws if it is not a point on the curve */
export async function agreeOnSecret(theirs: Map<number, unknown>): Promise<SharedSecret> {
  const point = joined(Uint8Array.of(4), theirs.get(-2) as Uint8Array, theirs.get(-3) as Uint8Array)
  const peer = await crypto.subtle.importKey('raw', point, curve, false, [])
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const z = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, pair.privateKey, 256)
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const aes = await derived(z, 'CTAP2 AES key')
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -25],
    [-1, 1],
    [-2, ours.slice(1, 33)],
    [-3, ours.slice(33)],
  ])
  return { aes: await crypto.subtle.importKey('raw', aes, 'AES-CBC', false, ['encrypt', 'decrypt']), cose }
}

async function seal(key: CryptoKey, text: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(block))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, text))
  return joined(iv, sealed.subarray(0, text.length))
}

/** Decrypts whole blocks; appends the padding block that WebCrypto requires. */
export async function open({ aes }: SharedSecret, bytes: Bytes): Promise<Bytes> {
  const [iv, sealed] = [bytes.slice(0, block), bytes.slice(block)]
  const padding = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: sealed.slice(-block) }, aes, new Uint8Array())
  const whole = joined(sealed, new Uint8Array(padding))
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, aes, whole))
}

/** The first half of the PIN's hash, encrypted for the card (§6.5.5.7.2). */
export const sealedPin = async ({ aes }: SharedSecret, pin: string): Promise<Bytes> =>
  seal(aes, (await sha256(utf8(pin))).slice(0, block))

/** Proves that the sender of a message has the token (§6.5.7 authenticate). */
export async function pinProof(token: Bytes, message: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', token, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

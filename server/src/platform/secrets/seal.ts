import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Binds sealed bytes to their place: `table:column:row of owner`. Bytes moved to another row, or a row given
 * to another owner, don't open. Rows of the installation, or rows that name their owner inside, say so.
 */
export type SealedSubject = `${string}:${string}:${string} of ${string}`

/**
 * Sealed bytes: version (1), master key ID (4), nonce (12), ciphertext, tag (16); AES-256-GCM.
 * `about` must be the same when they are opened.
 */
export interface Sealer {
  seal(plain: Uint8Array | string, about: SealedSubject): Buffer
  /** @throws if the key is unknown or anything was altered */
  open(sealed: Uint8Array, about: SealedSubject): Buffer
  isOld(sealed: Uint8Array): boolean
}

const version = 1
const keyId = (key: Uint8Array) => createHash('sha256').update('claviger key id').update(key).digest().subarray(0, 4)

/** The first key seals; all keys open. Keys are 32 bytes. */
export function sealer(keys: readonly Uint8Array[]): Sealer {
  const known = keys.map(key => ({ key: createSecretKey(key), id: keyId(key) }))
  const newest = known[0]
  if (!newest) throw new Error('no master key')
  return {
    seal(plain, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce)
      cipher.setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.from([version]), newest.id, nonce, body, cipher.getAuthTag()])
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed)
      const id = bytes.subarray(1, 5)
      const found = known.find(candidate => candidate.id.equals(id))
      if (bytes[0] !== version || bytes.length < 33 || !found)
        throw new Error(`${about}: sealed by an unknown master key`)
      const opener = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(5, 17))
      opener.setAAD(Buffer.from(about))
      opener.setAuthTag(bytes.subarray(-16))
      try {
        return Buffer.concat([opener.update(bytes.subarray(17, -16)), opener.final()])
      } catch (error) {
        throw new Error(`${about}: what is sealed there was altered, or belongs elsewhere`, { cause: error })
      }
    },
    isOld: sealed => !Buffer.from(sealed).subarray(1, 5).equals(newest.id),
  }
}

const ready = new WeakMap<Uint8Array, KeyObject>()

/** A prepared key costs a sixth of preparing one per call. */
function readyKey(key: Uint8Array): KeyObject {
  const made = ready.get(key) ?? createSecretKey(key)
  ready.set(key, made)
  return made
}

/** Keyed hash of a high-entropy secret, or of a short code with limited attempts. */
export const keyedHash = (key: Uint8Array, purpose: string, secret: string | Uint8Array): Buffer =>
  createHmac('sha256', readyKey(key)).update(purpose).update('\0').update(secret).digest()

/** Constant-time comparison. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

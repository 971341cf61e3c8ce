import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/**
 * Signed references that callers carry: target, expiry, and a MAC. They hold no secret; the database decides
 * whether the target still exists.
 * Layout: kind (1), expiry in seconds (4), payload, MAC (32 bytes of HMAC-SHA-256); base64url.
 */
export const referenceKinds = {
  access: 1,
  refresh: 2,
  passkey: 3,
  email: 4,
  registration: 5,
  link: 6,
  ceremony: 7,
  device: 8,
  'self-service': 9,
  approval: 10,
  work: 11,
  browser: 12,
  finger: 13,
  support: 14,
  external: 21,
  'attendance-pass': 22,
} as const
export type ReferenceKind = keyof typeof referenceKinds

export interface References {
  sign(kind: ReferenceKind, payload: Uint8Array, endsAt: Date): string
  /** The payload; undefined if of another kind, altered, or expired. */
  read(kind: ReferenceKind, text: string, now: Date): Buffer | undefined
  endOf(text: string): Date
}

const macLength = 32
const headLength = 5

/** Verified references to sessions that are remembered, because each call of a session carries the same one. */
const mostVerified = 5000

export function references(secret: Uint8Array): References {
  // A prepared key costs a sixth of creating one per call
  const key = createSecretKey(secret)
  const mac = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest()
  const verified = new Map<string, Buffer>()
  const bodyIn = (kind: ReferenceKind, text: string): Buffer | undefined => {
    const before = verified.get(text)
    if (before) return before
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length < headLength + macLength || bytes[0] !== referenceKinds[kind]) return undefined
    const body = bytes.subarray(0, -macLength)
    if (!timingSafeEqual(mac(body), bytes.subarray(-macLength))) return undefined
    // The decoder accepts many spellings of the same bytes
    const spelled = kind === 'access' && bytes.toString('base64url')
    if (spelled === text) {
      if (verified.size >= mostVerified) verified.clear()
      // Copies, because parts keep the memory of the whole header or of their neighbors
      verified.set(spelled, Buffer.from(Uint8Array.from(body).buffer))
    }
    return body
  }
  return {
    sign(kind, payload, endsAt) {
      const head = Buffer.alloc(headLength)
      head[0] = referenceKinds[kind]
      head.writeUInt32BE(Math.floor(endsAt.getTime() / 1000), 1)
      const body = Buffer.concat([head, payload])
      return Buffer.concat([body, mac(body)]).toString('base64url')
    },
    read(kind, text, now) {
      const body = text.length > 400 ? undefined : bodyIn(kind, text)
      if (!body || body[0] !== referenceKinds[kind]) return undefined
      return body.readUInt32BE(1) * 1000 <= now.getTime() ? undefined : body.subarray(headLength)
    },
    endOf: text => new Date(Buffer.from(text, 'base64url').readUInt32BE(1) * 1000),
  }
}

import { createECDH, createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'
import { installationSecret } from '#platform/secrets/secrets.ts'
import type { AppContext } from '#platform/app-context.ts'

/** The key that identifies this installation to push services (VAPID, RFC 8292). */
export interface OwnKey {
  /** Uncompressed point in base64url, as for `applicationServerKey`. */
  readonly publicKey: string
  /** The Authorization header for an endpoint's service; valid for 12 hours. */
  authorization(endpoint: string, now: Date): string
}

const kept = new WeakMap<AppContext['superPool'], Promise<OwnKey>>()

/** Derived at first use from an installation secret, so it is the same in all processes. */
export function ownKey(world: AppContext): Promise<OwnKey> {
  const known = kept.get(world.superPool)
  if (known) return known
  const made = installationSecret(world.superPool, world.sealer, 'vapid').then(secret =>
    keyOf(secret, contactOf(world.config)),
  )
  kept.set(world.superPool, made)
  made.catch(() => kept.delete(world.superPool))
  return made
}

/** The contact for push services: the public address, or else the email sender. */
const contactOf = ({ publicUrl, mailFrom }: AppContext['config']): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`

const text = (value: object | Uint8Array) =>
  (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(JSON.stringify(value))).toString('base64url')

function keyOf(secret: Buffer, contact: string): OwnKey {
  const { point, key } = pairOf(secret)
  return {
    publicKey: text(point),
    authorization(endpoint, now) {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now.getTime() / 1000) + 12 * 3600,
        sub: contact,
      }
      const signed = `${text({ typ: 'JWT', alg: 'ES256' })}.${text(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${text(signature)}, k=${text(point)}`
    },
  }
}

/** The key pair of a secret; a value that is not a valid scalar is hashed until it is. */
function pairOf(secret: Buffer): { point: Buffer; key: KeyObject } {
  const half = createECDH('prime256v1')
  try {
    half.setPrivateKey(secret)
  } catch {
    return pairOf(hash('sha256', secret, 'buffer'))
  }
  const point = half.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: text(point.subarray(1, 33)),
    y: text(point.subarray(33)),
    d: text(secret),
  }
  return { point, key: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const read = (spki: Uint8Array): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

export function signingKeyIn(spki: Uint8Array): Buffer | undefined {
  const key = read(spki)
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
  return key.export({ format: 'der', type: 'spki' })
}

/** Verifies a signature (ECDSA with SHA-256, DER) by a key that `signingKeyIn` returned. */
export function isSignedCall(key: Uint8Array, text: string, signature: string): boolean {
  const by = read(key)
  return by !== undefined && verify('sha256', Buffer.from(text), by, Buffer.from(signature, 'base64url'))
}

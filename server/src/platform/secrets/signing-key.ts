import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

export interface SigningKey {
  /** base64url */
  sign(text: string): string
  made(text: string, signature: string): boolean
  readonly publicKey: Buffer
}

// RFC 8410 §7: the prefix of the 32 bytes of an Ed25519 key
const beforeKey = Buffer.from('302e020100300506032b657004220420', 'hex')

export function signingKeyOf(seed: Buffer): SigningKey {
  const secret = createPrivateKey({ key: Buffer.concat([beforeKey, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(secret)
  return {
    sign: text => sign(null, Buffer.from(text), secret).toString('base64url'),
    made: (text, signature) => verify(null, Buffer.from(text), open, Buffer.from(signature, 'base64url')),
    publicKey: open.export({ format: 'der', type: 'spki' }).subarray(-32),
  }
}

// RFC 8410 §4: the prefix of a public Ed25519 key
const beforePublicKey = Buffer.from('302a300506032b6570032100', 'hex')

/** Verifies a signature by a public key in base64, without the secret; false for what is no such key or signature. */
export function verifySignature(publicKey: string, text: string, signature: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64')
  if (bytes.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([beforePublicKey, bytes]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

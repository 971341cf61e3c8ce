import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** Signs texts by Ed25519, and knows its own signatures again. */
export interface SigningKey {
  /** base64url */
  sign(text: string): string
  made(text: string, signature: string): boolean
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer
}

// RFC 8410 §7: what stands before the 32 bytes of an Ed25519 key
const beforeKey = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key that a secret of 32 bytes is. */
export function signingKeyOf(seed: Buffer): SigningKey {
  const secret = createPrivateKey({ key: Buffer.concat([beforeKey, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(secret)
  return {
    sign: text => sign(null, Buffer.from(text), secret).toString('base64url'),
    made: (text, signature) => verify(null, Buffer.from(text), open, Buffer.from(signature, 'base64url')),
    publicKey: open.export({ format: 'der', type: 'spki' }).subarray(-32),
  }
}

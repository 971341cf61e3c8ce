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

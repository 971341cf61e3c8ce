import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto'

/** The signing key of a client for its fingerprint reader's results (docs/protocols/fingerprints.md). */
export interface FingerProof {
  readonly model: string
  /** PKCS #8, PEM. */
  readonly key: string
}

/** A new P-256 key in the format of the state file. */
export const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

export const publicKeyOf = ({ key }: FingerProof): string =>
  createPublicKey(createPrivateKey(key)).export({ format: 'der', type: 'spki' }).toString('base64url')

const signed = ({ key }: FingerProof, lines: readonly string[]): string =>
  sign('sha256', Buffer.from(lines.join('\n')), key).toString('base64url')

const hashOf = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

export const vouchForTemplate = (by: FingerProof, challenge: string, template: string): string =>
  signed(by, ['claviger-fingerprint-template-1', challenge, by.model, hashOf(Buffer.from(template, 'base64url'))])

export const vouchForMatch = (
  by: FingerProof,
  {
    challenge,
    finger,
    computerId,
    request,
  }: Record<'challenge' | 'finger' | 'computerId', string> & { request: Uint8Array },
): string => signed(by, ['claviger-fingerprint-match-1', challenge, by.model, finger, computerId, hashOf(request)])

import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto'

/** By what a program vouches for what its fingerprint reader sees (docs/protocols/fingerprints.md). */
export interface Vouching {
  readonly model: string
  /** PKCS #8, PEM. */
  readonly key: string
}

/** A new key of P-256, as the state keeps it. */
export const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** The public half, as registering says it. */
export const publicKeyOf = ({ key }: Vouching): string =>
  createPublicKey(createPrivateKey(key)).export({ format: 'der', type: 'spki' }).toString('base64url')

const signed = ({ key }: Vouching, lines: readonly string[]): string =>
  sign('sha256', Buffer.from(lines.join('\n')), key).toString('base64url')

const hashOf = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

/** Vouches for a template that goes with an enrolment. */
export const vouchForTemplate = (by: Vouching, challenge: string, template: string): string =>
  signed(by, ['claviger-fingerprint-template-1', challenge, by.model, hashOf(Buffer.from(template, 'base64url'))])

/** Vouches that a finger lay on the reader for this request. */
export const vouchForMatch = (
  by: Vouching,
  {
    challenge,
    finger,
    computerId,
    request,
  }: Record<'challenge' | 'finger' | 'computerId', string> & { request: Uint8Array },
): string => signed(by, ['claviger-fingerprint-match-1', challenge, by.model, finger, computerId, hashOf(request)])

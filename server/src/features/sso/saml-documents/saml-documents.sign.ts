import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { element } from './element.ts'
import { algorithms as alg, ns } from './saml-documents.names.ts'

/** With what we sign: the private key and its certificate, in base64. */
export interface Signer {
  readonly key: KeyObject
  readonly certificate: string
}

/** By RSA, in a thread beside the event loop: one signature takes as long as all the rest of an answer. */
const signed: (algorithm: string, data: Buffer, key: KeyObject) => Promise<Buffer> = promisify(sign)

/** What an RSA key says of bytes, in base64. */
export const signatureOf = async (data: string, key: KeyObject): Promise<string> =>
  (await signed('sha256', Buffer.from(data), key)).toString('base64')

/**
 * An element in canonical form, known by its id and given as what stands before its signature and behind, with the
 * signature between them.
 */
export async function withSignature(before: string, behind: string, id: string, by: Signer): Promise<string> {
  return before + (await signatureOver(before + behind, id, by)) + behind
}

/**
 * The signature over an element that `canonical` is the canonical form of, known by its id; it is to stand inside the
 * element, behind its issuer.
 */
async function signatureOver(canonical: string, id: string, by: Signer): Promise<string> {
  const digest = createHash('sha256').update(canonical).digest('base64')
  // Signed as it is alone, where it declares its namespace; within the signature that has declared it already
  const value = await signatureOf(signedInfo(id, digest, ns.signature), by.key)
  return element(
    'ds:Signature',
    { 'xmlns:ds': ns.signature },
    signedInfo(id, digest),
    element('ds:SignatureValue', {}, value),
    keyInfo(by.certificate),
  )
}

const signedInfo = (id: string, digest: string, declared?: string) =>
  element(
    'ds:SignedInfo',
    { 'xmlns:ds': declared },
    element('ds:CanonicalizationMethod', { Algorithm: alg.exclusive }),
    element('ds:SignatureMethod', { Algorithm: alg.rsaSha256 }),
    element(
      'ds:Reference',
      { URI: `#${id}` },
      element(
        'ds:Transforms',
        {},
        element('ds:Transform', { Algorithm: alg.enveloped }),
        element('ds:Transform', { Algorithm: alg.exclusive }),
      ),
      element('ds:DigestMethod', { Algorithm: alg.sha256 }),
      element('ds:DigestValue', {}, digest),
    ),
  )

/** A certificate as signatures and metadata name it. */
export const keyInfo = (certificate: string, declare = false): string =>
  element(
    'ds:KeyInfo',
    { 'xmlns:ds': declare ? ns.signature : undefined },
    element('ds:X509Data', {}, element('ds:X509Certificate', {}, certificate)),
  )

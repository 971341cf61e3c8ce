import { createHash, type KeyObject, sign } from 'node:crypto'
import { element } from './element.ts'
import { algorithms as alg, ns } from './saml-documents.names.ts'

/** With what we sign: the private key and its certificate, in base64. */
export interface Signer {
  readonly key: KeyObject
  readonly certificate: string
}

/**
 * The signature over an element that `canonical` is the canonical form of, known by its id; it is to stand inside the
 * element, behind its issuer.
 */
export function signatureOver(canonical: string, id: string, by: Signer): string {
  const digest = createHash('sha256').update(canonical).digest('base64')
  // Signed as it is alone, where it declares its namespace; within the signature that has declared it already
  const value = sign('sha256', Buffer.from(signedInfo(id, digest, ns.signature)), by.key).toString('base64')
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

import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { element } from './element.ts'
import { algorithms as alg, ns } from './saml-documents.names.ts'

export interface SamlSigner {
  readonly key: KeyObject
  readonly certificate: string
}

/** RSA in a separate thread: a signature takes as long as the rest of a response. */
const signed: (algorithm: string, data: Buffer, key: KeyObject) => Promise<Buffer> = promisify(sign)

export const signatureOf = async (data: string, key: KeyObject): Promise<string> =>
  (await signed('sha256', Buffer.from(data), key)).toString('base64')

/** Signs an element in canonical form, given as the parts before and after its signature. */
export async function withSignature(before: string, behind: string, id: string, by: SamlSigner): Promise<string> {
  return before + (await signatureOver(before + behind, id, by)) + behind
}

/** The signature over the canonical form of an element, to be placed after its issuer. */
async function signatureOver(canonical: string, id: string, by: SamlSigner): Promise<string> {
  const digest = createHash('sha256').update(canonical).digest('base64')
  // Signed standalone with its namespace declaration; inside the signature the namespace is already declared
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

export const keyInfo = (certificate: string, declare = false): string =>
  element(
    'ds:KeyInfo',
    { 'xmlns:ds': declare ? ns.signature : undefined },
    element('ds:X509Data', {}, element('ds:X509Certificate', {}, certificate)),
  )

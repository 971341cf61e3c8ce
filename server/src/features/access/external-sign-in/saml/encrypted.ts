// node-saml verifies before decrypting but doesn't support AES-CBC; this code does both in the same order.
import { getVerifiedXml, parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import { type Document, XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'
import { ExternalIdentityError } from '../identity.ts'
import { mustBePlain, parseStrictly } from './strict-xml.ts'

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const cbc = /^http:\/\/www\.w3\.org\/2001\/04\/xmlenc#aes(128|256)-cbc$/

export interface DecryptedAssertion {
  key: string
  assertion: string
  /** The signature over the whole response was verified, so the assertion needs no further verification. */
  verified: boolean
}

/**
 * Decrypts a response's assertion, if encrypted, and applies the same rules as for plain ones. AES-CBC has a padding
 * oracle for anyone who can modify the ciphertext, so it is decrypted only inside a response signed as a whole.
 * @throws ExternalIdentityError
 */
export async function openAssertion(
  document: Document,
  text: string,
  by: { certificates: readonly string[]; keys: readonly string[] },
): Promise<DecryptedAssertion | undefined> {
  const [encrypted] = [...document.getElementsByTagNameNS(assertions, 'EncryptedAssertion')]
  if (!encrypted) return undefined
  const verified = [...encrypted.getElementsByTagNameNS('*', 'EncryptionMethod')].some(one =>
    cbc.test(one.getAttribute('Algorithm') ?? ''),
  )
  const source = verified ? await signedWithin(text, by.certificates) : new XMLSerializer().serializeToString(encrypted)
  // During a key rollover, providers may encrypt for either key
  for (const key of by.keys) {
    const assertion = await openedBy(source, key, !verified)
    if (assertion === undefined) continue
    mustBePlain(parseStrictly(assertion))
    return { key, assertion, verified }
  }
  throw new ExternalIdentityError('The assertion cannot be decrypted')
}

async function signedWithin(text: string, certificates: readonly string[]): Promise<string> {
  const root = (await parseDomFromString(text)).documentElement
  const signed = getVerifiedXml(text, root, [...certificates])
  const parsed = signed && parseStrictly(signed)
  const [encrypted] = parsed ? [...parsed.getElementsByTagNameNS(assertions, 'EncryptedAssertion')] : []
  if (!encrypted)
    throw new ExternalIdentityError('An assertion in AES-CBC is only taken in an answer that is signed as a whole')
  return new XMLSerializer().serializeToString(encrypted)
}

const openedBy = (text: string, key: string, modern: boolean): Promise<string | undefined> =>
  new Promise(done =>
    decrypt(
      text,
      { key, disallowDecryptionWithInsecureAlgorithm: modern, warnInsecureAlgorithm: modern },
      (error, result) => done(error ? undefined : result),
    ),
  )

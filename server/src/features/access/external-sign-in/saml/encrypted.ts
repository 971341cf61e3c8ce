// The library verifies a document before it decrypts within it, but decrypts no AES-CBC; here both is done in that order.
import { getVerifiedXml, parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import { type Document, XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'
import { Unacceptable } from '../identity.ts'
import { mustBePlain, parseStrictly } from './strict.ts'

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const cbc = /^http:\/\/www\.w3\.org\/2001\/04\/xmlenc#aes(128|256)-cbc$/

/** An encrypted assertion, opened. */
export interface Opened {
  /** The key of ours that opened it. */
  key: string
  assertion: string
  /** The answer around it was verified before, so that nothing more has to be. */
  verified: boolean
}

/**
 * Opens the encrypted assertion of an answer, if it holds one, and holds it to the rules of what is not encrypted. AES-CBC
 * tells whoever may change what is encrypted, byte for byte, what it hides; so it is only opened in an answer that is
 * signed as a whole. Throws Unacceptable.
 */
export async function openAssertion(
  document: Document,
  text: string,
  by: { certificates: readonly string[]; keys: readonly string[] },
): Promise<Opened | undefined> {
  const [encrypted] = [...document.getElementsByTagNameNS(assertions, 'EncryptedAssertion')]
  if (!encrypted) return undefined
  const verified = [...encrypted.getElementsByTagNameNS('*', 'EncryptionMethod')].some(one =>
    cbc.test(one.getAttribute('Algorithm') ?? ''),
  )
  const source = verified ? await signedWithin(text, by.certificates) : new XMLSerializer().serializeToString(encrypted)
  // While a new key is announced, providers encrypt to the one or the other
  for (const key of by.keys) {
    const assertion = await openedBy(source, key, !verified)
    if (assertion === undefined) continue
    mustBePlain(parseStrictly(assertion))
    return { key, assertion, verified }
  }
  throw new Unacceptable('The assertion cannot be decrypted')
}

/** What is encrypted in an answer, as the signature over the whole answer has it. */
async function signedWithin(text: string, certificates: readonly string[]): Promise<string> {
  const root = (await parseDomFromString(text)).documentElement
  const signed = getVerifiedXml(text, root, [...certificates])
  const parsed = signed && parseStrictly(signed)
  const [encrypted] = parsed ? [...parsed.getElementsByTagNameNS(assertions, 'EncryptedAssertion')] : []
  if (!encrypted) throw new Unacceptable('An assertion in AES-CBC is only taken in an answer that is signed as a whole')
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

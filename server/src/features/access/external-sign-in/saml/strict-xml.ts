import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { ExternalIdentityError } from '../identity.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signatures = 'http://www.w3.org/2000/09/xmldsig#'

const signedBy = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const digestedBy = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'])
const writtenBy = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])
const transformedBy = new Set([...writtenBy, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'])
const encryptedBy = new Set([
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
])

const refuse = (message: string): never => {
  throw new ExternalIdentityError(message)
}

/**
 * Parses XML that has the same meaning for all parsers: no document type, entities, comments, CDATA, or processing
 * instructions.
 * @throws ExternalIdentityError
 */
export function parseStrictly(text: string): Document {
  const body = text.replace(/^\uFEFF?\s*<\?xml [^?>]{0,100}\?>/, '')
  if (body.includes('<!')) refuse('XML with a document type, a comment or CDATA is not read')
  if (body.includes('<?')) refuse('XML with a processing instruction is not read')
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(body)) refuse('XML with entities is not read')
  mustBeBounded(body)
  try {
    return new DOMParser({
      onError: (_level, message) => {
        throw new Error(message)
      },
    }).parseFromString(body, 'text/xml')
  } catch {
    return refuse('What came is not XML')
  }
}

/** Counts tags before parsing, because a tag of four characters becomes an object of 500 bytes. */
function mustBeBounded(text: string): void {
  let [tags, depth] = [0, 0]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const end = text.indexOf('>', at)
    if (end < 0) refuse('What came is not XML')
    depth += text[at + 1] === '/' ? -1 : text[end - 1] === '/' ? 0 : 1
    at = end
    if (++tags > parserLimits.providerXmlTags)
      refuse(`XML with more than ${parserLimits.providerXmlTags} tags is not read`)
    if (depth > parserLimits.providerXmlDepth)
      refuse(`XML that is nested deeper than ${parserLimits.providerXmlDepth} levels is not read`)
  }
}

const all = (document: Document, namespace: string, name: string): Element[] => [
  ...document.getElementsByTagNameNS(namespace, name),
]

/**
 * Prevents signature wrapping: refuses several assertions, signatures outside the element they sign, duplicate IDs,
 * and weak algorithms.
 * @throws ExternalIdentityError
 */
export function mustBePlain(document: Document): void {
  const root = document.documentElement ?? refuse('What came is empty')
  const several = all(document, assertions, 'Assertion').length + all(document, assertions, 'EncryptedAssertion').length
  if (several !== 1) refuse(`The answer holds ${several} assertions instead of one`)
  mustNotRepeatIds(document)
  for (const element of document.getElementsByTagName('*'))
    if (element.localName === 'Assertion' && element.namespaceURI !== assertions)
      refuse('An assertion of another namespace stands in the answer')
  const found = all(document, signatures, 'Signature')
  if (found.length > 2) refuse('The answer is signed too often')
  for (const one of found) mustSignParent(one, root)
  mustBeAllowed(document)
}

/** Refuses a message without exactly one strong signature over the whole. @throws ExternalIdentityError */
export function mustBeSignedWhole(document: Document): void {
  const root = document.documentElement ?? refuse('What came is empty')
  mustNotRepeatIds(document)
  const [only, another] = all(document, signatures, 'Signature')
  if (!only || another || only.parentNode !== root) refuse('The message is not signed as a whole')
  if (only) mustSignParent(only, root)
  mustBeAllowed(document)
}

function mustNotRepeatIds(document: Document): void {
  const ids = new Set<string>()
  for (const element of document.getElementsByTagName('*'))
    for (const name of ['ID', 'Id', 'id', 'xml:id']) {
      const id = element.getAttribute(name)
      if (id !== null && ids.has(id)) refuse('An id is used twice')
      if (id !== null) ids.add(id)
    }
}

function mustSignParent(signature: Element, root: Element): void {
  const parent = signature.parentNode as Element | null
  const isAssertion = parent?.localName === 'Assertion' && parent.namespaceURI === assertions
  if (!parent || (parent !== root && !(isAssertion && (parent === root || parent.parentNode === root))))
    refuse('A signature stands in a strange place')
  const references = [...signature.getElementsByTagNameNS(signatures, 'Reference')]
  const [only, another] = references
  if (!only || another) refuse('A signature is over several things')
  if (only?.getAttribute('URI') !== `#${parent?.getAttribute('ID') ?? ''}`)
    refuse('A signature is over something else than where it stands')
  if (signature.getElementsByTagNameNS(signatures, 'Object').length > 0) refuse('A signature brings an object along')
}

function mustBeAllowed(document: Document): void {
  const checked: [string, ReadonlySet<string>][] = [
    ['SignatureMethod', signedBy],
    ['DigestMethod', digestedBy],
    ['CanonicalizationMethod', writtenBy],
    ['Transform', transformedBy],
    ['EncryptionMethod', encryptedBy],
  ]
  for (const [name, allowed] of checked)
    for (const one of document.getElementsByTagNameNS('*', name)) {
      const algorithm = one.getAttribute('Algorithm') ?? ''
      // SHA-1 is acceptable inside OAEP, where it signs nothing
      if (name === 'DigestMethod' && (one.parentNode as Element | null)?.localName === 'EncryptionMethod') continue
      if (!allowed.has(algorithm)) refuse(`The algorithm ${algorithm.slice(0, 100)} is not accepted`)
    }
}

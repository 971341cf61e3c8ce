import { createHash, type KeyObject, verify as verified } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { SamlError } from './saml-documents.unacceptable.ts'
import { canonicalOf } from './canonical.ts'
import { algorithms as alg, ns } from './saml-documents.names.ts'
import { descendants, childOf, childrenOf, textOf } from './saml-documents.read.ts'

/** SHA-1 is deliberately missing. */
const methods: Record<string, { hash: string; type: 'rsa' | 'ec' }> = {
  [alg.rsaSha256]: { hash: 'sha256', type: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': { hash: 'sha384', type: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512', type: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { hash: 'sha256', type: 'ec' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { hash: 'sha384', type: 'ec' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { hash: 'sha512', type: 'ec' },
}
const digests: Record<string, string> = {
  [alg.sha256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

export const isSigned = (root: Element): boolean => signaturesIn(root).length > 0

const signaturesIn = (root: Element) =>
  [...descendants(root)].filter(one => one.namespaceURI === ns.signature && one.localName === 'Signature')

/**
 * Verifies the document's only signature, which must cover the whole root element and match one of these keys.
 * Its own KeyInfo is ignored.
 * @throws SamlError
 */
export function mustBeSigned(root: Element, keys: readonly KeyObject[]): void {
  const [signature, second] = signaturesIn(root)
  if (!signature) throw new SamlError('signature-missing')
  if (second) throw new SamlError('signature-several')
  if (signature.parentNode !== root) throw new SamlError('signature-place')
  const info = childOf(signature, ns.signature, 'SignedInfo')
  const given = childOf(signature, ns.signature, 'SignatureValue')
  const [reference, more] = info ? childrenOf(info, ns.signature, 'Reference') : []
  if (!info || !given || !reference || more) throw new SamlError('signature-reference')
  mustBeOfRoot(root, reference)
  mustMatchDigest(root, signature, reference)
  const canonicalization = childOf(info, ns.signature, 'CanonicalizationMethod')
  if (!isExclusive(canonicalization)) throw new SamlError('signature-transforms')
  const bytes = Buffer.from(canonicalOf(info, undefined, prefixesOf(canonicalization)))
  mustVerify(algorithmOf(info, 'SignatureMethod'), bytes, base64Of(given), keys)
}

export function mustVerify(algorithm: string, bytes: Buffer, signature: Buffer, keys: readonly KeyObject[]): void {
  const method = Object.hasOwn(methods, algorithm) ? methods[algorithm] : undefined
  if (!method) throw new SamlError('signature-method', { algorithm: algorithm.slice(0, 100) })
  const fitting = keys.filter(key => key.asymmetricKeyType === method.type)
  const holds = fitting.some(key => verified(method.hash, bytes, { key, dsaEncoding: 'ieee-p1363' }, signature))
  if (!holds) throw new SamlError('signature-key')
}

function mustBeOfRoot(root: Element, reference: Element): void {
  const id = root.getAttribute('ID')
  if (!id || reference.getAttribute('URI') !== `#${id}`) throw new SamlError('signature-reference')
  const named = [...descendants(root)].filter(one =>
    Array.from(one.attributes).some(each => /^id$/i.test(each.localName ?? each.name) && each.value === id),
  )
  // Otherwise another parser could resolve the reference to another element
  if (named.length !== 1) throw new SamlError('signature-reference')
}

function mustMatchDigest(root: Element, signature: Element, reference: Element): void {
  const transforms = childOf(reference, ns.signature, 'Transforms')
  const steps = transforms ? childrenOf(transforms, ns.signature, 'Transform') : []
  const [first, second] = steps
  if (steps.length !== 2 || first?.getAttribute('Algorithm') !== alg.enveloped || !isExclusive(second))
    throw new SamlError('signature-transforms')
  const algorithm = algorithmOf(reference, 'DigestMethod')
  const hash = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined
  const value = childOf(reference, ns.signature, 'DigestValue')
  if (hash === undefined || !value) throw new SamlError('signature-method', { algorithm: algorithm.slice(0, 100) })
  const canonical = canonicalOf(root, signature, prefixesOf(second))
  if (!createHash(hash).update(canonical).digest().equals(base64Of(value))) throw new SamlError('signature-digest')
}

// The variant with comments is equivalent, because documents with comments are refused
const isExclusive = (method: Element | undefined): method is Element =>
  [alg.exclusive, alg.exclusiveWithComments].some(one => method?.getAttribute('Algorithm') === one)

function prefixesOf(method: Element): string[] {
  const list = childOf(method, alg.exclusive, 'InclusiveNamespaces')?.getAttribute('PrefixList') ?? ''
  return list
    .split(/\s+/)
    .filter(one => one !== '')
    .map(one => (one === '#default' ? '' : one))
}

const algorithmOf = (parent: Element, name: string) =>
  childOf(parent, ns.signature, name)?.getAttribute('Algorithm') ?? ''

const base64Of = (element: Element) => Buffer.from(textOf(element).replaceAll(/\s/g, ''), 'base64')

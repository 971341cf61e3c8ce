import { DOMParser, type Element, type Node } from '@xmldom/xmldom'
import { SamlError, tooLarge } from './saml-documents.unacceptable.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

interface Bounds {
  readonly bytes: number
  readonly elements: number
  readonly depth: number
  /** Allows comments between elements; inside a value they are always refused. */
  readonly comments: boolean
  /** Reads UTF-16 as well, by its octets; a declaration that names another encoding than the octets decides nothing. */
  readonly anyEncoding: boolean
}

export const messageBounds: Bounds = {
  bytes: parserLimits.samlMessageBytes,
  elements: parserLimits.samlMessageElements,
  depth: parserLimits.samlDepth,
  comments: false,
  anyEncoding: false,
}
export const metadataBounds: Bounds = {
  bytes: parserLimits.samlMetadataBytes,
  elements: parserLimits.samlMetadataElements,
  depth: parserLimits.samlDepth,
  comments: true,
  anyEncoding: true,
}

const declaration = /^\s*<\?xml\s[^?<>]*\?>/
const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/

/**
 * Parses an untrusted document. Size limits apply before parsing; document types, entities, processing
 * instructions, comments, and CDATA are refused.
 * @throws SamlError
 */
export function readXml(bytes: Uint8Array, bounds: Bounds): Element {
  if (bytes.length > bounds.bytes) throw tooLarge('bytes', bounds.bytes)
  const source = decoded(bytes, bounds)
  scan(source, bounds)
  const root = parse(source)
  if (root === null) throw new SamlError('document-broken')
  return root
}

/** The encoding that the first octets show (XML 1.0, appendix F). */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return 'utf-8'
}

function decoded(bytes: Uint8Array, { anyEncoding }: Bounds): string {
  try {
    const source = new TextDecoder(anyEncoding ? encodingOf(bytes) : 'utf-8', { fatal: true }).decode(bytes)
    const head = declaration.exec(source)?.[0] ?? ''
    const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? 'utf-8'
    if (!anyEncoding && !/^(utf-8|us-ascii)$/i.test(encoding))
      throw new SamlError('document-encoding', { declared: encoding.slice(0, 40) })
    return source.slice(head.length).trim()
  } catch (error) {
    throw error instanceof SamlError ? error : new SamlError('document-encoding')
  }
}

/** Counts tags without parsing further. */
function scan(source: string, bounds: Bounds): void {
  if (reference.test(source)) throw new SamlError('document-entities')
  let [depth, elements] = [0, 0]
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    if (bounds.comments && source.startsWith('<!--', at)) {
      at = source.indexOf('-->', at)
      if (at < 0) throw new SamlError('document-broken')
      continue
    }
    const second = source[at + 1]
    if (second === '!' || second === '?') throw new SamlError('document-declarations')
    const end = endOfTag(source, at)
    if (second === '/') depth--
    else {
      elements++
      if (source[end - 1] !== '/') depth++
    }
    if (depth > bounds.depth) throw tooLarge('levels', bounds.depth)
    if (elements > bounds.elements) throw tooLarge('elements', bounds.elements)
    at = end
  }
  if (depth !== 0) throw new SamlError('document-broken')
}

function endOfTag(source: string, from: number): number {
  let quote = ''
  for (let at = from + 1; at < source.length; at++) {
    const one = source[at] ?? ''
    if (quote !== '') {
      if (one === quote) quote = ''
    } else if (one === '"' || one === "'") quote = one
    else if (one === '>') return at
    else if (one === '<') break
  }
  throw new SamlError('document-broken')
}

function parse(source: string): Element | null {
  try {
    const refuse = (_level: string, message: string) => {
      throw new Error(message)
    }
    return new DOMParser({ onError: refuse }).parseFromString(source, 'text/xml').documentElement
  } catch {
    throw new SamlError('document-broken')
  }
}

export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  const found: Element[] = []
  for (let child: Node | null = parent.firstChild; child; child = child.nextSibling)
    if (isElement(child) && child.namespaceURI === namespace && child.localName === name) found.push(child)
  return found
}

/** @throws SamlError if there are several */
export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  const [first, second] = childrenOf(parent, namespace, name)
  if (second) throw new SamlError('document-twice', { name })
  return first
}

/** The text of an element. @throws SamlError if it contains anything else */
export function textOf(element: Element): string {
  let value = ''
  for (let child: Node | null = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType !== child.TEXT_NODE) throw new SamlError('document-value', { name: element.localName ?? '' })
    value += child.nodeValue ?? ''
  }
  return value.trim()
}

export function* descendants(element: Element): Generator<Element> {
  yield element
  for (let child: Node | null = element.firstChild; child; child = child.nextSibling)
    if (isElement(child)) yield* descendants(child)
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

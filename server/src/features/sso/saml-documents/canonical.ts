import type { Attr, Element, Node } from '@xmldom/xmldom'
import { escapedText, escapedValue } from './element.ts'

interface Way {
  leaveOut: Node | undefined
  /** Prefixes declared wherever in scope, used or not (InclusiveNamespaces). */
  also: readonly string[]
}

/**
 * Exclusive canonical form of an element, without comments (https://www.w3.org/TR/xml-exc-c14n/), as if it
 * were the root.
 */
export const canonicalOf = (element: Element, leaveOut?: Node, also: readonly string[] = []): string =>
  render(element, new Map([['', '']]), { leaveOut, also })

function render(element: Element, above: ReadonlyMap<string, string>, way: Way): string {
  const attributes = Array.from(element.attributes).filter(one => !isDeclaration(one))
  const rendered = new Map(above)
  let head = element.tagName
  for (const prefix of prefixesOf(element, attributes, way.also)) {
    const uri = declared(element, prefix)
    if (uri === undefined || (rendered.get(prefix) ?? undefined) === uri) continue
    rendered.set(prefix, uri)
    head += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(uri)}"`
  }
  for (const one of attributes.toSorted(byNamespaceAndName)) head += ` ${one.name}="${escapedValue(one.value)}"`
  let inside = ''
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child === way.leaveOut) continue
    if (child.nodeType === child.ELEMENT_NODE) inside += render(child as Element, rendered, way)
    else if (child.nodeType === child.TEXT_NODE) inside += escapedText(child.nodeValue ?? '')
  }
  return `<${head}>${inside}</${element.tagName}>`
}

const isDeclaration = (one: Attr) => one.name === 'xmlns' || one.prefix === 'xmlns'

function prefixesOf(element: Element, attributes: readonly Attr[], also: readonly string[]): string[] {
  const used = attributes.flatMap(one => (one.prefix === null || one.prefix === 'xml' ? [] : [one.prefix]))
  return [...new Set([element.prefix ?? '', ...used, ...also])].toSorted()
}

function declared(element: Element, prefix: string): string | undefined {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  for (let at: Node | null = element; at?.nodeType === at?.ELEMENT_NODE && at; at = at.parentNode) {
    const own = (at as Element).getAttribute(name)
    if (own !== null) return own
  }
  return prefix === '' ? '' : undefined
}

function byNamespaceAndName(a: Attr, b: Attr): number {
  const [x, y] = [
    `${a.namespaceURI ?? ''}\0${a.localName ?? a.name}`,
    `${b.namespaceURI ?? ''}\0${b.localName ?? b.name}`,
  ]
  return x < y ? -1 : Number(x > y)
}

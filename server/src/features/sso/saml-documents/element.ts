/** Characters that XML 1.0 can't contain, even as character references. */
// oxlint-disable-next-line no-control-regex -- those are the ones meant
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const inValue: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/** Canonical text; characters that XML can't contain become U+FFFD. */
export const textElement = (value: string): string => escapedText(value.replace(unspeakable, '\uFFFD'))

export const escapedText = (value: string): string => value.replace(/[&<>\r]/g, one => inText[one] ?? one)

export const escapedValue = (value: string): string => value.replace(/[&<"\t\n\r]/g, one => inValue[one] ?? one)

/**
 * An element in exclusive canonical form: namespace declarations first, then attributes, each sorted by name;
 * never self-closing. A namespace is declared where an element's name first uses it, not below.
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...inside: readonly string[]
): string {
  return `${openTag(name, attributes)}${inside.join('')}</${name}>`
}

export function openTag(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  let head = name
  for (const key of Object.keys(attributes).toSorted(declarationsFirst)) {
    const value = attributes[key]
    if (value !== undefined) head += ` ${key}="${escapedValue(value.replace(unspeakable, '\uFFFD'))}"`
  }
  return `<${head}>`
}

const isDeclaration = (name: string) => name.startsWith('xmlns')
const declarationsFirst = (a: string, b: string) =>
  Number(isDeclaration(b)) - Number(isDeclaration(a)) || (a < b ? -1 : Number(a > b))

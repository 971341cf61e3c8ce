// Distinguished names as RFC 4514 writes them, the last part of the certificate's own first, held against what node:crypto
// tells: each part in a line, in the certificate's order.

const otherwise: Readonly<Record<string, string>> = { E: 'EMAILADDRESS', S: 'ST', STREETADDRESS: 'STREET' }

/** A text cut at a sign that no backslash stands before. */
function cut(text: string, sign: string): string[] {
  const parts = ['']
  for (const one of text.match(/\\.|[^\\]/gsu) ?? [])
    if (one === sign) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${one}`)
  return parts
}

/** What stands behind backslashes: two hexadecimal digits are an octet of UTF-8, everything else is itself. */
function unescaped(value: string): string {
  const bytes = (value.match(/\\[0-9A-Fa-f]{2}|\\.|[^\\]+/gsu) ?? []).map(part => {
    if (!part.startsWith('\\')) return Buffer.from(part)
    return part.length === 3 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part.slice(1))
  })
  return Buffer.concat(bytes).toString('utf8')
}

/** The parts of a name; undefined where one of them cannot be read, or has several values. */
function partsOf(text: string, between: string): string[] | undefined {
  const parts = cut(text, between).flatMap(part => {
    const at = part.indexOf('=')
    if (at < 1 || cut(part, '+').length > 1) return []
    const type = part.slice(0, at).trim().toUpperCase()
    return [`${otherwise[type] ?? type}=${unescaped(part.slice(at + 1))}`]
  })
  return parts.length === cut(text, between).length ? parts : undefined
}

/** Is the subject that a certificate tells the name that an administrator wrote? */
export function sameName(subject: string, written: string): boolean {
  const [own, expected] = [partsOf(subject, '\n')?.toReversed(), partsOf(written, ',')]
  return own?.length === expected?.length && own?.every((part, at) => part === expected?.[at]) === true
}

// Compares RFC 4514 distinguished names, which reverse the certificate's order, with the output of
// node:crypto: one part per line, in the certificate's order.

const otherwise: Readonly<Record<string, string>> = { E: 'EMAILADDRESS', S: 'ST', STREETADDRESS: 'STREET' }

function cut(text: string, sign: string): string[] {
  const parts = ['']
  for (const one of text.match(/\\.|[^\\]/gsu) ?? [])
    if (one === sign) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${one}`)
  return parts
}

/** Unescapes backslashes: two hex digits are a UTF-8 byte, anything else is literal. */
function unescaped(value: string): string {
  const bytes = (value.match(/\\[0-9A-Fa-f]{2}|\\.|[^\\]+/gsu) ?? []).map(part => {
    if (!part.startsWith('\\')) return Buffer.from(part)
    return part.length === 3 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part.slice(1))
  })
  return Buffer.concat(bytes).toString('utf8')
}

function partsOf(text: string, between: string): string[] | undefined {
  const parts = cut(text, between).flatMap(part => {
    const at = part.indexOf('=')
    if (at < 1 || cut(part, '+').length > 1) return []
    const type = part.slice(0, at).trim().toUpperCase()
    return [`${otherwise[type] ?? type}=${unescaped(part.slice(at + 1))}`]
  })
  return parts.length === cut(text, between).length ? parts : undefined
}

export function sameName(subject: string, written: string): boolean {
  const [own, expected] = [partsOf(subject, '\n')?.toReversed(), partsOf(written, ',')]
  return own?.length === expected?.length && own?.every((part, at) => part === expected?.[at]) === true
}

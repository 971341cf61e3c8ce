import { domainToASCII } from 'node:url'

const plain = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** Normalizes a domain: lowercase punycode without a trailing dot; undefined if invalid. */
export function siteOf(text: string): string | undefined {
  const lower = text.toLowerCase()
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower
  if (plain.test(bare)) return bare.length > 253 ? undefined : bare
  // Reject addresses, ports, and paths, which the URL parser would interpret differently
  if (/[\s/\\:@?#[\]%*^|<>"{}]/.test(bare)) return undefined
  const name = domainToASCII(bare)
  return plain.test(name) && name.length <= 253 ? name : undefined
}

export function forEachParentDomain(site: string, found: (domain: string) => void): void {
  found(site)
  for (let dot = site.indexOf('.'); dot !== -1; dot = site.indexOf('.', dot + 1)) found(site.slice(dot + 1))
}

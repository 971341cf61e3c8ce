import { domainToASCII } from 'node:url'

const plain = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** A domain as it is compared: in small letters and punycode, without a dot at its end; undefined for what is none. */
export function siteOf(text: string): string | undefined {
  const lower = text.toLowerCase()
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower
  if (plain.test(bare)) return bare.length > 253 ? undefined : bare
  // An address, a port or a path would be read as something else
  if (/[\s/\\:@?#[\]%*^|<>"{}]/.test(bare)) return undefined
  const name = domainToASCII(bare)
  return plain.test(name) && name.length <= 253 ? name : undefined
}

/** Tells a domain and all that it lies beneath, the nearest first. */
export function eachAbove(site: string, found: (domain: string) => void): void {
  found(site)
  for (let dot = site.indexOf('.'); dot !== -1; dot = site.indexOf('.', dot + 1)) found(site.slice(dot + 1))
}

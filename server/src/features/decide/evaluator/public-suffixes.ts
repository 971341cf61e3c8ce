import { createRequire } from 'node:module'

type Parsed = { publicSuffix: string | null; isIcann: boolean | null; isPrivate: boolean | null }
type Parse = (domain: string, options: { allowPrivateDomains: boolean; extractHostname: boolean }) => Parsed

let parse: Parse | undefined

/**
 * Is it a public suffix such as com, co.uk, or github.io? An unlisted name such as intranet is not. Used only when
 * saving, so the list is loaded then.
 */
export function isPublicSuffix(site: string): boolean {
  parse ??= (createRequire(import.meta.url)('tldts') as { parse: Parse }).parse
  const { publicSuffix, isIcann, isPrivate } = parse(site, { allowPrivateDomains: true, extractHostname: false })
  return publicSuffix === site && (isIcann === true || isPrivate === true)
}

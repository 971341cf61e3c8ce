import { createRequire } from 'node:module'

type Parsed = { publicSuffix: string | null; isIcann: boolean | null; isPrivate: boolean | null }
type Parse = (domain: string, options: { allowPrivateDomains: boolean; extractHostname: boolean }) => Parsed

let parse: Parse | undefined

/**
 * Does everybody register domains beneath this one, as beneath com, co.uk and github.io? A name that nobody listed, as
 * intranet, is somebody's own. Asked when somebody saves, so the list is read then.
 */
export function isPublicSuffix(site: string): boolean {
  parse ??= (createRequire(import.meta.url)('tldts') as { parse: Parse }).parse
  const { publicSuffix, isIcann, isPrivate } = parse(site, { allowPrivateDomains: true, extractHostname: false })
  return publicSuffix === site && (isIcann === true || isPrivate === true)
}

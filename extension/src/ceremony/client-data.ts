import { type Bytes, sha256, utf8 } from '../ctap/bytes.ts'
import type { CreateOptions, GetOptions } from './options.ts'
import { Refused } from './refused.ts'

export interface ClientData {
  readonly json: Bytes
  readonly hash: Bytes
}

/** WebAuthn §5.1.3: a relying party is the host itself, or what is left of it after whole labels; an address is only itself. */
export function mayClaim(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const safe = protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname))
  if (!safe || rpId === '') return false
  if (hostname === rpId) return true
  const address = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return !address && rpId.includes('.') && !rpId.startsWith('.') && hostname.endsWith(`.${rpId}`)
}

/** Where a request comes from, after a look whether it may speak for its relying party. Chromium has looked before, at public suffixes too. */
export function originOf({ extensions }: CreateOptions | GetOptions, rpId: string) {
  const from = extensions?.remoteDesktopClientOverride
  if (from === undefined) throw new Refused('NotAllowedError', "The browser doesn't say where the request comes from")
  if (!mayClaim(from.origin, rpId)) throw new Refused('SecurityError', `${from.origin} may not use passkeys of ${rpId}`)
  return { origin: from.origin, crossOrigin: !from.sameOriginWithAncestors }
}

/** The text that is signed (§5.8.1.1: members in this order) and its hash. */
export async function clientData(
  type: 'webauthn.create' | 'webauthn.get',
  challenge: string,
  from: { readonly origin: string; readonly crossOrigin: boolean },
): Promise<ClientData> {
  const json = utf8(JSON.stringify({ type, challenge, origin: from.origin, crossOrigin: from.crossOrigin }))
  return { json, hash: await sha256(json) }
}

import { type Bytes, sha256, utf8 } from '../ctap/bytes.ts'
import type { CreateOptions, GetOptions } from './options.ts'
import { CeremonyRefused } from './ceremony-refusals.ts'

export interface ClientData {
  readonly json: Bytes
  readonly hash: Bytes
}

/**
 * WebAuthn §5.1.3: an RP ID is the host or a parent domain on label boundaries; an IP address matches only itself.
 */
export function mayClaim(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const safe = protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname))
  if (!safe || rpId === '') return false
  if (hostname === rpId) return true
  const address = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return !address && rpId.includes('.') && !rpId.startsWith('.') && hostname.endsWith(`.${rpId}`)
}

/** Returns the request's origin. @throws if it can't claim the RP ID. Chromium has also checked public suffixes. */
export function originOf({ extensions }: CreateOptions | GetOptions, rpId: string) {
  const from = extensions?.remoteDesktopClientOverride
  if (from === undefined)
    throw new CeremonyRefused('NotAllowedError', "The browser doesn't say where the request comes from")
  if (!mayClaim(from.origin, rpId))
    throw new CeremonyRefused('SecurityError', `${from.origin} may not use passkeys of ${rpId}`)
  return { origin: from.origin, crossOrigin: !from.sameOriginWithAncestors }
}

/** The client data (§5.8.1.1: members in this order) and its hash. */
export async function clientData(
  type: 'webauthn.create' | 'webauthn.get',
  challenge: string,
  from: { readonly origin: string; readonly crossOrigin: boolean },
): Promise<ClientData> {
  const json = utf8(JSON.stringify({ type, challenge, origin: from.origin, crossOrigin: from.crossOrigin }))
  return { json, hash: await sha256(json) }
}

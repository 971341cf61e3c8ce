import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { World } from '../../../ground/world.ts'
import { isFromProxy } from '../../../http/door/from.ts'

const longestCertificate = 16_000
const longestChain = 4

/**
 * The certificate that an application proved to the proxy before us to have the key of (RFC 8705). The installation names
 * the header; it counts only from a proxy that is believed, once, and while the certificate is good.
 */
export function certificateShown(
  { config, clock }: Pick<World, 'config' | 'clock'>,
  request: IncomingMessage,
): X509Certificate | undefined {
  const text = handedOn({ config }, request, '')
  if (text === undefined) return undefined
  try {
    const shown = new X509Certificate(bytesIn(text))
    const now = clock.now()
    return shown.validFromDate <= now && now < shown.validToDate ? shown : undefined
  } catch {
    return undefined
  }
}

/** The certificates between that one and its authority, where the proxy hands them on as well (RFC 9440 §2.3), in that header with `-Chain` behind its name. */
export function chainShown(world: Pick<World, 'config'>, request: IncomingMessage): X509Certificate[] {
  const parts = handedOn(world, request, '-chain')?.split(',') ?? []
  if (parts.length > longestChain) return []
  try {
    return parts.map(part => new X509Certificate(bytesIn(part.trim())))
  } catch {
    return []
  }
}

function handedOn(
  { config: { clientCertificateHeader: name, trustProxy } }: Pick<World, 'config'>,
  request: IncomingMessage,
  more: string,
): string | undefined {
  const text = name === undefined ? undefined : request.headers[`${name}${more}`]
  if (typeof text !== 'string' || text === '' || text.length > longestCertificate) return undefined
  return isFromProxy(trustProxy, request) ? text : undefined
}

/**
 * As proxies write it: PEM in percent signs (nginx), between colons (RFC 9440), or base64 alone (HAProxy, Caddy, Traefik).
 * Two that were joined by a comma, the first of them a stranger's, are none.
 */
function bytesIn(text: string): Buffer {
  const plain = text.includes('%') ? decodeURIComponent(text) : text
  const base64 = plain.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/^:|:$/g, '')
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64)) throw new Error('not a certificate')
  return Buffer.from(base64, 'base64')
}

import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AppContext } from '#platform/app-context.ts'
import { isFromProxy } from '#http/load-shedding/caller-address.ts'

const longestCertificate = 16_000
const longestChain = 4

/**
 * The client certificate whose key the application proved to our proxy (RFC 8705), from the configured header.
 * It counts only from a trusted proxy, if sent once, and while it is valid.
 */
export function certificateShown(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
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

/**
 * Intermediate certificates from the proxy, if forwarded (RFC 9440 §2.3), in the header of the same name with
 * `-Chain`.
 */
export function chainShown(world: Pick<AppContext, 'config'>, request: IncomingMessage): X509Certificate[] {
  const parts = handedOn(world, request, '-chain')?.split(',') ?? []
  if (parts.length > longestChain) return []
  try {
    return parts.map(part => new X509Certificate(bytesIn(part.trim())))
  } catch {
    return []
  }
}

function handedOn(
  { config: { clientCertificateHeader: name, trustProxy } }: Pick<AppContext, 'config'>,
  request: IncomingMessage,
  more: string,
): string | undefined {
  const text = name === undefined ? undefined : request.headers[`${name}${more}`]
  if (typeof text !== 'string' || text === '' || text.length > longestCertificate) return undefined
  return isFromProxy(trustProxy, request) ? text : undefined
}

/**
 * Proxy formats: percent-encoded PEM (nginx), base64 between colons (RFC 9440), or plain base64 (HAProxy,
 * Caddy, Traefik). Two values joined by a comma, the first from a stranger, are invalid.
 */
function bytesIn(text: string): Buffer {
  const plain = text.includes('%') ? decodeURIComponent(text) : text
  const base64 = plain.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/^:|:$/g, '')
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64)) throw new Error('not a certificate')
  return Buffer.from(base64, 'base64')
}

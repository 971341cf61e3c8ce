import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** A stranger could not be reached, or did not take what we sent; the message is for administrators. */
export class Undelivered extends Error {}

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]) => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const inside4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
])

// Addresses that hold an IPv4 address are refused whole, for what they lead to is not seen here
const inside6 = listOf('ipv6', [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
])

/** True for addresses that lead into somebody's own network, or nowhere. */
export const isPrivate = (address: string): boolean =>
  isIP(address) === 6 ? inside6.check(address, 'ipv6') : inside4.check(address, 'ipv4')

/**
 * The address behind a host name, to be connected to as it is: asked again, the DNS could name another one.
 * Throws Undelivered for an unknown name, and for a private address where the operator has not allowed those, or
 * where only some hosts are approved and this is none of them.
 */
export async function addressOf(
  config: { privateTargets: boolean },
  host: string,
  approved?: readonly string[],
): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '')
  const found = isIP(bare) ? [bare] : (await answers(bare)).map(one => one.address)
  const known = approved?.some(one => one.toLowerCase() === bare.toLowerCase()) ?? true
  const address = config.privateTargets && known ? found[0] : found.find(one => !isPrivate(one))
  if (address !== undefined) return address
  if (!known && config.privateTargets)
    throw new Undelivered(`The address of ${bare} is private, and no owner has approved this host`)
  throw new Undelivered('The address is private. Whoever runs this installation can allow such with PRIVATE_TARGETS')
}

/**
 * How a stranger is connected to: at the address behind its name, by a connection of its own, with TLS 1.2 or newer.
 * Throws Undelivered.
 */
export async function wayTo(config: { privateTargets: boolean }, url: URL, signal: AbortSignal) {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host: await addressOf(config, url.hostname),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    agent: false,
    signal,
    ...(isIP(name) === 0 && { servername: name }),
    minVersion: 'TLSv1.2',
  } as const
}

async function answers(host: string) {
  try {
    return await lookup(host, { all: true, verbatim: true })
  } catch {
    throw new Undelivered('The name of the receiver is not known to the DNS')
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver broke the connection off',
  EPIPE: 'The receiver broke the connection off',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  ETIMEDOUT: 'The receiver did not answer in time',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
}

/** A fault of the network in words. */
export function undelivered(error: unknown): Undelivered {
  if (error instanceof Undelivered) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const certificate = /CERT|SIGNED|ISSUER/.test(code)
    ? `The certificate of the receiver is not trusted: ${message}`
    : undefined
  return new Undelivered(words[code] ?? certificate ?? `The connection failed: ${message}`.slice(0, 300))
}

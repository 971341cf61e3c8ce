import { BlockList, isIP } from 'node:net'
import type { Config } from '../platform/config.ts'

const listOf = (networks: readonly string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

const inside4 = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
])

// Addresses that hold an IPv4 address are refused whole, for what they lead to is not seen here
const inside6 = listOf(['::/96', '::ffff:0:0/96', '64:ff9b::/32', '2002::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8'])

// A list of IPv4 networks would take an IPv6 address that holds one of theirs
const has = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True for addresses in private networks or without a route. */
export const isPrivate = (address: string): boolean =>
  isIP(address) !== 0 && has(isIP(address) === 6 ? inside6 : inside4, address)

// Loopback, link-local addresses and the metadata services of clouds are not among them
const usual = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** Networks whose addresses owners can allow the server to call. */
export const networksOf = ({ privateNetworks }: Pick<Config, 'privateNetworks'>): readonly string[] =>
  privateNetworks ?? usual

const lists = new WeakMap<readonly string[], { four: BlockList; six: BlockList }>()

/** Whether an address is in one of these networks. */
export function isWithin(networks: readonly string[], address: string): boolean {
  let known = lists.get(networks)
  if (!known) {
    const isSix = (network: string) => network.includes(':')
    known = { four: listOf(networks.filter(one => !isSix(one))), six: listOf(networks.filter(isSix)) }
    lists.set(networks, known)
  }
  const kind = isIP(address)
  return kind !== 0 && has(kind === 6 ? known.six : known.four, address)
}

/** Whether a host is this machine by its name alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Whether an address is fit to be called: https; plain http only on this machine, where the operator allows to call it at
 * all, as tests do.
 */
export function isWebAddress(config: Pick<Config, 'privateNetworks'>, address: string | URL): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : address
  if (url?.protocol === 'https:') return true
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return url?.protocol === 'http:' && isLoopback(host) && allowsLoopback(config)
}

/** Whether the operator allows to call this machine. */
export const allowsLoopback = (config: Pick<Config, 'privateNetworks'>): boolean =>
  isWithin(networksOf(config), '127.0.0.1')

/** Whether a host is private by what is written, and in no network that the operator opens. */
export function isClosed(config: Pick<Config, 'privateNetworks'>, host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === 'localhost') return !allowsLoopback(config)
  return isPrivate(bare) && !isWithin(networksOf(config), bare)
}

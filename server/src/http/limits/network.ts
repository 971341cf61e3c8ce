import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * The network that one caller may own: for IPv6 the first half, written out (RFC 4291 §2.2); for IPv4 the
 * whole address, even if mapped to IPv6.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  const [address = ''] = ip.split('%')
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = [], tail = []] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16).toString(16))
  return groups.slice(0, 4).join(':')
}

export function isWithin(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

import { isIPv6 } from 'node:net'

/**
 * The network that one caller may have for itself: of an address of version 6 its first half, written out (RFC 4291
 * §2.2), of one of version 4 all of it, also where it came by version 6.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [address = ''] = ip.split('%')
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = [], tail = []] = address.split('::').map(part => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16).toString(16))
  return groups.slice(0, 4).join(':')
}

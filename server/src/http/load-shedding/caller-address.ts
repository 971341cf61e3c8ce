import type { IncomingMessage } from 'node:http'
import { isWithin, networkOf } from '../limits/network.ts'

export const trustedProxies = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

const trustsIn = (proxies: number | string[]) => (address: string, hop: number) =>
  typeof proxies === 'number' ? hop < proxies : isWithin(proxies, address.replace(/^::ffff:/, ''))

export const isFromProxy = (proxies: number | string[], request: IncomingMessage): boolean =>
  trustsIn(proxies)(request.socket.remoteAddress ?? '', 0)

/** The network of a call, determined before the request is read further. */
export function networkOfCaller(proxies: number | string[]): (request: IncomingMessage) => string {
  const trusts = trustsIn(proxies)
  return request => {
    let address = request.socket.remoteAddress ?? ''
    const forwarded = request.headers['x-forwarded-for']
    if (forwarded === undefined) return networkOf(address)
    const others = String(forwarded).split(',').slice(-10)
    for (let hop = 0; trusts(address, hop); hop++) {
      const before = others.pop()
      if (before === undefined) break
      address = before.trim()
    }
    return networkOf(address).slice(0, 60)
  }
}

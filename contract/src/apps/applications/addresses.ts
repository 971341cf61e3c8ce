// What an address of an application may be. Redirects carry codes and assertions, so they are compared byte for byte, and
// nothing may stand in them that two programs read differently.

const longest = 2000
/** Printable ASCII without what browsers and servers read differently. */
const plain = /^[\x21-\x7e]+$/
const doubtful = /[\\<>"`{}|^*#]/

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An address as it was written, where programs agree on what it means; undefined otherwise. */
function unambiguous(address: string): URL | undefined {
  if (address.length > longest || !plain.test(address) || doubtful.test(address)) return undefined
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || /^[a-z][a-z0-9+.-]*:\/*[^/?]*@/i.test(address)) return undefined
  if ((url.protocol === 'https:' || url.protocol === 'http:') && !/^https?:\/\/[^/]/i.test(address)) return undefined
  return url
}

/** An https address, or http of this very machine, for trying things out. */
export function isWebAddress(address: string): boolean {
  const url = unambiguous(address)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}

/** An https address, as browsers are sent to from My Apps. */
export const isHttpsAddress = (address: string): boolean => unambiguous(address)?.protocol === 'https:'

/** Of a native application: a web address, or a scheme of its own, which is a reversed domain name (RFC 8252 §7.1). */
export const isNativeAddress = (address: string): boolean =>
  isWebAddress(address) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(unambiguous(address)?.protocol ?? '')

/** Is what an administrator registered reached without encryption? */
export const isPlainHttp = (address: string): boolean => /^http:/i.test(address)

/** Signs that cannot be seen, or turn the direction of what stands behind them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** May a name be shown to people who decide by it? */
export const isShownAsWritten = (name: string): boolean => !unseen.test(name)

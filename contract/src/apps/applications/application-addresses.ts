// Validation of application addresses. Redirects carry codes and assertions, so addresses are compared byte for byte
// and must not contain anything that programs parse differently.

const longest = 2000
const plain = /^[\x21-\x7e]+$/
const doubtful = /[\\<>"`{}|^*#]/

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Parses an address if all programs agree on its meaning; undefined otherwise. */
function unambiguous(address: string): URL | undefined {
  if (address.length > longest || !plain.test(address) || doubtful.test(address)) return undefined
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || /^[a-z][a-z0-9+.-]*:\/*[^/?]*@/i.test(address)) return undefined
  if ((url.protocol === 'https:' || url.protocol === 'http:') && !/^https?:\/\/[^/]/i.test(address)) return undefined
  return url
}

export function isWebAddress(address: string): boolean {
  const url = unambiguous(address)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}

/** A web address without https, which is accepted because what is sent there doesn't leave the computer. */
export const staysOnThisComputer = (address: string): boolean => isWebAddress(address) && isPlainHttp(address)

/** An address that a user opens: nothing is sent along, so it can be any page, also one without https. */
export function isPageAddress(address: string): boolean {
  if (address.length > longest || !plain.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

export const isHttpsAddress = (address: string): boolean => unambiguous(address)?.protocol === 'https:'

// Schemes that browsers and operating systems act on by themselves: a code sent there reaches no application
const foreignSchemes =
  /^(?:https?|wss?|ftps?|sftp|ssh|file|filesystem|blob|data|javascript|vbscript|about|view-source|chrome(?:-.*)?|edge|moz-.*|resource|intent|android-app|ms-.*|search-ms|mailto|tel|sms|mms|facetime.*|callto|sips?|geo|maps|market|itms.*|news|nntp|irc|ldaps?|jar|urn|tag|cid|mid|x-.*|res|mk|mhtml|shell|vnd\..*):$/

/**
 * Redirect of an application with an own scheme: a web address, or a private-use scheme. RFC 8252 §7.1 asks for a reversed
 * domain, but many phone apps use one word.
 */
export function isNativeAddress(address: string): boolean {
  if (isWebAddress(address)) return true
  const scheme = unambiguous(address)?.protocol ?? ''
  return /^[a-z][a-z0-9.-]{2,}:$/.test(scheme) && !foreignSchemes.test(scheme)
}

export const isPlainHttp = (address: string): boolean => /^http:/i.test(address)

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Can users base a decision on this displayed name? It must not contain invisible characters. */
export const isShownAsWritten = (name: string): boolean => !unseen.test(name)

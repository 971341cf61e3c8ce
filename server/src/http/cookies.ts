import type { RequestFacts } from '../platform/app-context.ts'

// Not part of the request facts, because jobs store those and must not store cookies
const heard = new WeakMap<RequestFacts, string>()
const given = new WeakMap<RequestFacts, Map<string, string>>()

export function parseCookies(facts: RequestFacts, header: string | undefined): void {
  if (header !== undefined) heard.set(facts, header)
}

export const cookieOf = (facts: RequestFacts, name: string): string | undefined => cookieIn(heard.get(facts), name)

/** An application behind a proxy sends its own cookies as well; only the server's limit for headers bounds them. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map(one => one.trim())
    .find(one => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly days?: number
  /** Default Strict: not sent from other sites. Lax: sent when another site links to this one. */
  readonly sameSite?: 'Strict' | 'Lax'
}

export function writeCookie(publicUrl: string, { name, value, path, days, sameSite = 'Strict' }: Cookie): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const lasts = days === undefined ? '' : `; Max-Age=${days * 86_400}`
  return `${name}=${value}; Path=${path}${lasts}; HttpOnly; SameSite=${sameSite}${secure}`
}

export function giveCookie(facts: RequestFacts, publicUrl: string, cookie: Cookie): void {
  const all = given.get(facts) ?? new Map<string, string>()
  given.set(facts, all.set(cookie.name, writeCookie(publicUrl, cookie)))
}

export const cookiesGiven = (facts: RequestFacts): string[] => [...(given.get(facts)?.values() ?? [])]

/**
 * A cookie name that browsers accept only from this exact host, over TLS, and for all paths (RFC 6265bis,
 * prefix `__Host-`). No neighbor under the same domain can plant one.
 */
export const hostCookie = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

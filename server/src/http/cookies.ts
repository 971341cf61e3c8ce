import type { RequestFacts } from '../ground/world.ts'

// Beside the facts of a request and not among them: jobs keep those, and nobody's cookies
const heard = new WeakMap<RequestFacts, string>()
const given = new WeakMap<RequestFacts, Map<string, string>>()

const longest = 4000

/** Notes the cookies that came with a request. */
export function hearCookies(facts: RequestFacts, header: string | undefined): void {
  if (header !== undefined && header.length <= longest) heard.set(facts, header)
}

/** The cookie of that name, as the browser of the request keeps it. */
export const cookieOf = (facts: RequestFacts, name: string): string | undefined => cookieIn(heard.get(facts), name)

/** The cookie of that name in what a browser sent along. */
export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header === undefined || header.length > longest
    ? undefined
    : header
        .split(';')
        .map(one => one.trim())
        .find(one => one.startsWith(`${name}=`))
        ?.slice(name.length + 1)

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** How long it is kept; left out, until the browser is closed. Nothing keeps it where that is 0. */
  readonly days?: number
  /** Strict unless said otherwise: no other site sends it. Lax: it comes along where another site leads the person to us. */
  readonly sameSite?: 'Strict' | 'Lax'
}

/** A cookie as it is written for the browser: no script reads it. */
export function writeCookie(publicUrl: string, { name, value, path, days, sameSite = 'Strict' }: Cookie): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const lasts = days === undefined ? '' : `; Max-Age=${days * 86_400}`
  return `${name}=${value}; Path=${path}${lasts}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** Gives a cookie to the browser with the answer; of two by one name the last counts. */
export function giveCookie(facts: RequestFacts, publicUrl: string, cookie: Cookie): void {
  const all = given.get(facts) ?? new Map<string, string>()
  given.set(facts, all.set(cookie.name, writeCookie(publicUrl, cookie)))
}

/** The cookies that the answer carries. */
export const cookiesGiven = (facts: RequestFacts): string[] => [...(given.get(facts)?.values() ?? [])]

/**
 * The name of a cookie that browsers take from this very host alone, over TLS and for all paths (RFC 6265bis, prefix
 * `__Host-`): no neighbour under the same domain can plant one.
 */
export const hostCookie = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

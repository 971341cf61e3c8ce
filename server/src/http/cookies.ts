import type { RequestFacts } from '../ground/world.ts'

// Beside the facts of a request and not among them: jobs keep those, and nobody's cookies
const heard = new WeakMap<RequestFacts, string>()
const given = new WeakMap<RequestFacts, string>()

const longest = 4000

/** Notes the cookies that came with a request. */
export function hearCookies(facts: RequestFacts, header: string | undefined): void {
  if (header !== undefined && header.length <= longest) heard.set(facts, header)
}

/** The cookie of that name, as the browser of the request keeps it. */
export const cookieOf = (facts: RequestFacts, name: string): string | undefined =>
  heard
    .get(facts)
    ?.split(';')
    .map(one => one.trim())
    .find(one => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Gives a cookie to the browser with the answer: no script reads it, and no other site sends it. */
export function giveCookie(
  facts: RequestFacts,
  publicUrl: string,
  cookie: { name: string; value: string; path: string; days: number },
): void {
  const { name, value, path, days } = cookie
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  given.set(facts, `${name}=${value}; Path=${path}; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${secure}`)
}

/** The cookie that the answer carries, if any. */
export const cookieGiven = (facts: RequestFacts): string | undefined => given.get(facts)

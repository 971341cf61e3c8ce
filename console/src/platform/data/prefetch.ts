// Prefetched calls: the server responds while the browser still loads the rest of the code, and a later caller with
// the same request takes the response.

interface Asked {
  token: string | null
  language: string
  answer: Promise<Response>
  since: number
}

/** After this time, a prefetched response is discarded, because its screen did not open; milliseconds. */
const soon = 10_000

const all = new Map<string, Asked>()

function alike(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

/** Sends a GET request before the page needs it. */
export function sendPrefetch(url: string, token: string | null, language: string, limit: number): void {
  const answer = fetch(url, {
    headers: {
      accept: 'application/json',
      'accept-language': language,
      ...(token !== null && { authorization: token }),
    },
    credentials: 'include',
    redirect: 'manual',
    signal: AbortSignal.timeout(limit),
  })
  // The caller that takes the response handles the error; this prevents an unhandled rejection if there is none
  answer.catch(() => undefined)
  all.set(alike(url), { token, language, answer, since: performance.now() })
}

/** Takes a prefetched response, once; null if the request still has to be sent. */
export function takePrefetched(url: string, token: string | null, language: string): Promise<Response> | null {
  if (all.size === 0) return null
  const question = alike(url)
  const asked = all.get(question)
  if (!asked) return null
  all.delete(question)
  const same = asked.token === token && asked.language === language && performance.now() - asked.since < soon
  return same ? asked.answer : null
}

// What the page asks of the server before it is there itself: the answers are on their way while the browser still
// reads the rest, and whoever asks the same soon after takes them.

interface Asked {
  token: string | null
  language: string
  answer: Promise<Response>
  since: number
}

/** An answer that nobody took by then belongs to a screen that did not open; milliseconds. */
const soon = 10_000

const all = new Map<string, Asked>()

/** What a question is kept under: the order of its parts says nothing. */
function alike(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.sort()
  return `${pathname}?${searchParams}`
}

/** Asks for something by GET before the page does. */
export function askAhead(url: string, token: string | null, language: string, limit: number): void {
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
  // Who takes it is told; a page that closes first need not hear of it
  answer.catch(() => undefined)
  all.set(alike(url), { token, language, answer, since: performance.now() })
}

/** The answer that has been asked for ahead, once; null where it is still to be asked for. */
export function askedAhead(url: string, token: string | null, language: string): Promise<Response> | null {
  if (all.size === 0) return null
  const question = alike(url)
  const asked = all.get(question)
  if (!asked) return null
  all.delete(question)
  const same = asked.token === token && asked.language === language && performance.now() - asked.since < soon
  return same ? asked.answer : null
}

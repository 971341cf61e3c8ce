import type { RequestFacts } from '../platform/app-context.ts'

// Not part of the request facts, which jobs store: a URL may contain a sign-in secret
const heard = new WeakMap<RequestFacts, string>()

export function keepQuery(facts: RequestFacts, url: string): void {
  const at = url.indexOf('?')
  if (at >= 0) heard.set(facts, url.slice(at + 1))
}

export const queryOf = (facts: RequestFacts): string => heard.get(facts) ?? ''

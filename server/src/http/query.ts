import type { RequestFacts } from '../ground/world.ts'

// Beside the facts of a request, which jobs keep: an address may hold what signs somebody in
const heard = new WeakMap<RequestFacts, string>()

/** Notes the query of the address that was asked, as it stood there. */
export function hearQuery(facts: RequestFacts, url: string): void {
  const at = url.indexOf('?')
  if (at >= 0) heard.set(facts, url.slice(at + 1))
}

/** The query as it stood, for what is signed in that form. */
export const queryOf = (facts: RequestFacts): string => heard.get(facts) ?? ''

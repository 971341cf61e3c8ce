import { type OnBehalfReason, onBehalfReasons } from '@claviger/contract/directories/on-behalf'
import { deferText } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'

export function refusedFor(reason: OnBehalfReason, name: string | null): Problem {
  if (reason === 'unknown') return problem('not-found')
  if (reason === 'above-you') return problem('above-you')
  const says = deferText('{name} {reason}', {
    name: name ?? '',
    reason: deferText(onBehalfReasons[reason], { count: 1 }),
  })
  return problem(reason === 'away-there' ? 'directory-away' : 'on-behalf-refused', says)
}

import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import { createElement } from 'react'
import type { ReactNode } from 'react'

const safe = /^(?:https:|mailto:)/i

const drawn = (part: HelpPart, place: number): ReactNode => {
  if (typeof part === 'string') return part
  if (part.as === 'br') return <br key={place} />
  const inner = part.of.map(drawn)
  if (part.as !== 'a') return createElement(part.as, { key: place }, ...inner)
  return safe.test(part.href) ? (
    <a key={place} href={part.href} target="_blank" rel="noreferrer">
      {inner}
    </a>
  ) : (
    inner
  )
}

/** The owner's texts, parsed by the server into parts; never HTML. */
export function Help({ parts }: { parts: readonly HelpPart[] }): ReactNode {
  return parts.map(drawn)
}

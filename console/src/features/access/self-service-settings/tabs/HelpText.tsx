import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import type { ReactNode } from 'react'

/** Formatted text as the server has parsed it; links open beside the page. */
export const HelpText = ({ of }: { of: readonly HelpPart[] }): ReactNode => of.map(drawn)

// Parts have no names, and are drawn anew whenever the text changes
function drawn(part: HelpPart, place: number): ReactNode {
  if (typeof part === 'string') return part
  if (part.as === 'br') return <br key={place} />
  if (part.as === 'a')
    return (
      <a key={place} href={part.href} target="_blank" rel="noreferrer">
        <HelpText of={part.of} />
      </a>
    )
  // A page has a title of its own
  const Mark = part.as === 'h2' ? 'h3' : part.as
  return (
    <Mark key={place}>
      <HelpText of={part.of} />
    </Mark>
  )
}

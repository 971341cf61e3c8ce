import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import type { ReactNode } from 'react'

export const HelpText = ({ of }: { of: readonly HelpPart[] }): ReactNode => of.map(drawn)

// Parts have no IDs and are redrawn on each change, so their position is the key
function drawn(part: HelpPart, place: number): ReactNode {
  if (typeof part === 'string') return part
  if (part.as === 'br') return <br key={place} />
  if (part.as === 'a')
    return (
      <a key={place} href={part.href} target="_blank" rel="noreferrer">
        <HelpText of={part.of} />
      </a>
    )
  // The page itself has the h1 title
  const Mark = part.as === 'h2' ? 'h3' : part.as
  return (
    <Mark key={place}>
      <HelpText of={part.of} />
    </Mark>
  )
}

import type { Db } from '#platform/db/db.ts'
import { minutes } from '#platform/clock.ts'
import { hashOf, type LogLine } from './line.ts'
import { type LinkedLine, linksAfter, sealsOf } from './log-chain.store.ts'
import type { ChainSeals } from './seals.ts'

export interface ChainFault {
  kind: 'altered' | 'removed' | 'inserted' | 'seal' | 'register'
  position: number | null
  line: string | null
  says: string
}

export interface ChainStep {
  position: number
  hash: Buffer
  links: readonly LinkedLine[]
}

const batch = 500

// Limit for delayed commits and clock differences between servers
const patience = minutes(10)

/** Walks a chain from a known position and checks every hash. @throws Broken at the first mismatch */
export async function* walkChain(
  db: Db,
  seals: ChainSeals,
  workspace: string,
  from: Omit<ChainStep, 'links'>,
): AsyncGenerator<ChainStep> {
  let { position, hash } = from
  for (;;) {
    const links = await linksAfter(db, workspace, position, batch)
    const places = await sealsOf(db, workspace, position + 1, links.at(-1)?.position ?? position)
    const sealed = new Map(places.map(place => [place.position, place]))
    for (const link of links) {
      const fault = faultOf(link, position + 1, hash)
      if (fault) throw new BrokenChain(fault)
      position = link.position
      hash = link.hash
      const place = sealed.get(position)
      if (
        place &&
        !(
          place.hash.equals(hash) &&
          seals.holds({ what: 'place', workspace, position, hash, at: place.sealed_at }, place.seal)
        )
      )
        throw new BrokenChain(rewritten(position))
    }
    if (links.length > 0) yield { position, hash, links }
    if (links.length < batch) return
  }
}

export class BrokenChain extends Error {
  readonly fault: ChainFault
  constructor(fault: ChainFault) {
    super(fault.says)
    this.fault = fault
  }
}

function faultOf(link: LinkedLine, position: number, previous: Buffer): ChainFault | undefined {
  if (link.position !== position) return missingLinesFault(position, link.position - 1)
  const at = { position, line: link.activity_id }
  if (link.id === null) return { kind: 'removed', ...at, says: `The line at position ${position} was removed` }
  if (!hashOf(previous, position, link.not_before, link).equals(link.hash))
    return {
      kind: 'altered',
      ...at,
      says: `The line at position ${position}, recorded ${momentOf(link.at)}, does not match its hash: it was changed, moved, or inserted`,
    }
  if (Number(link.at) / 1000 < Number(link.not_before) / 1000 - patience)
    return {
      kind: 'inserted',
      ...at,
      says: `The line at position ${position} says ${momentOf(link.at)}, but was written after ${momentOf(link.not_before)}`,
    }
  return undefined
}

export const unchainedLineFault = (line: LogLine): ChainFault => ({
  kind: 'inserted',
  position: null,
  line: line.id,
  says: `An entry of ${momentOf(line.at)} was inserted: it isn't part of the chain`,
})

export const missingLinesFault = (first: number, last: number): ChainFault => ({
  kind: 'removed',
  position: first,
  line: null,
  says: first === last ? `Position ${first} was removed` : `Positions ${first} to ${last} were removed`,
})

export const brokenChain: ChainFault = {
  kind: 'seal',
  position: null,
  line: null,
  says: 'The seal of the chain is not valid',
}

const rewritten = (position: number): ChainFault => ({
  kind: 'seal',
  position,
  line: null,
  says: `The seal at position ${position} does not match: entries before it were changed and their hashes recalculated`,
})

const momentOf = (microseconds: string | null) => new Date(Number(microseconds) / 1000).toISOString()

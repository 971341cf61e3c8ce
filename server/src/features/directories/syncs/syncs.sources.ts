import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import type { World } from '../../../ground/world.ts'
import type { Connection } from '../connections/connections.ts'
import type { Attributes } from '../links/links.mapping.ts'

/** A person as the directory tells of them. */
export interface SourcePerson {
  anchor: string
  active: boolean
  attributes: Attributes
}

/** A group as the directory tells of it. */
export interface SourceGroup {
  anchor: string
  name: string
  description: string
}

/** Some of those in a group; `whole` says that others are not in it. */
export interface SourceMembers {
  add: readonly string[]
  remove: readonly string[]
  whole: boolean
  /** It has members whom the account may not see, for sure or perhaps: nobody is taken out of it, and nobody but these is known. */
  hidden?: 'surely' | 'perhaps' | undefined
}

/** One pass over a directory, page by page, so that memory stays flat. */
export interface Reading {
  /** True: whoever is not told has left; false: changes since the cursor. */
  whole: boolean
  /** The directory comes to us by itself: of its own people nobody changes or leaves by this, and so many it has. */
  own?: number
  people(): AsyncIterable<{ people: readonly SourcePerson[]; gone: readonly string[] }>
  groups(): AsyncIterable<{ groups: readonly SourceGroup[]; gone: readonly string[] }>
  /** Anchors of the people in a group. */
  members(group: SourceGroup): AsyncIterable<SourceMembers>
  /** Where changes alone are read, and it is time for that: the anchors of all who are there, for who was deleted is in no list of changes. */
  present?(what: 'user' | 'group'): AsyncIterable<readonly string[]>
  /** After all was read: where the next reading of changes begins; null where there is none. */
  cursor(): unknown
}

export interface ReadAsk {
  /** What the last reading answered; null asks for everything. */
  cursor: unknown
  signal: AbortSignal
  /** These groups and people alone, by anchor. */
  only?: { groups?: readonly string[] | undefined; users?: readonly string[] | undefined } | undefined
}

/** A kind of directory that can be read; `workspace` is where the connection stands. */
export interface Source {
  kind: 1 | 2 | 6 | 7
  read(world: World, connection: Connection & { workspace: string }, ask: ReadAsk): Promise<Reading>
  check(
    world: World,
    connection: Connection & { workspace: string },
  ): Promise<{ ok: boolean; reason: string | null; missing: string[] }>
  sample(world: World, connection: Connection & { workspace: string }, count: number): Promise<SourcePerson[]>
  defaultMapping: Mapping
}

/** A reading that did not come to its end: nothing is changed by it. */
export class SourceFailure extends Error {
  readonly again: boolean
  constructor(reason: string, again: boolean) {
    super(reason)
    this.again = again
  }
}

const sources = new Map<number, Source>()

/** Makes kinds of directories known to the runs. */
export function registerSources(all: readonly Source[]): void {
  for (const source of all) sources.set(source.kind, source)
}

/** The source of a connection's kind; undefined where nobody registered one. */
export const sourceOf = (kind: number): Source | undefined => sources.get(kind)

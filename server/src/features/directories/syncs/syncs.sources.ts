import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import type { AppContext } from '#platform/app-context.ts'
import type { ThreeState } from '#platform/parsing/three-state.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import type { Attributes } from '../links/links.mapping.ts'

export interface SourcePerson {
  anchor: string
  /** Is the account enabled? */
  active: ThreeState<boolean>
  /** An empty list states that there is no value; a missing attribute states nothing. */
  attributes: Attributes
  /** External ID of the same user in an LDAP directory from which this directory gets its users. */
  sameAs?: string | undefined
}

export interface SourceGroup {
  anchor: string
  name: string
  description: string
}

/** Some members of a group; `whole` means that it has no others. */
export interface SourceMembers {
  add: readonly string[]
  remove: readonly string[]
  whole: boolean
  hidden?: 'surely' | 'perhaps' | undefined
}

/** One read of a directory, in pages, so that memory use stays constant. */
export interface SourceReading {
  /** True: entries not returned have left; false: only changes since the cursor. */
  whole: boolean
  own?: number
  people(): AsyncIterable<{ people: readonly SourcePerson[]; gone: readonly string[] }>
  groups(): AsyncIterable<{ groups: readonly SourceGroup[]; gone: readonly string[] }>
  members(group: SourceGroup): AsyncIterable<SourceMembers>
  /**
   * For reads of changes, when due: immutable IDs of all existing entries, because change lists don't include
   * deletions.
   */
  present?(what: 'user' | 'group'): AsyncIterable<readonly string[]>
  /** After reading everything: start of the next read of changes; null if unsupported. */
  cursor(): unknown
}

export interface SourceReadOptions {
  cursor: unknown
  signal: AbortSignal
  /** Of a scheduled run: the next one reads in so many minutes. */
  everyMinutes?: number | undefined
  /** Selected groups and users; or `everyone`, whatever the scope of the connection says. */
  only?:
    | {
        readonly groups?: readonly string[] | undefined
        readonly users?: readonly string[] | undefined
        readonly everyone?: boolean | undefined
      }
    | undefined
}

/** A directory type that can be read; `workspace` is the connection's. */
export interface Source {
  kind: 1 | 2 | 6 | 7
  read(
    world: AppContext,
    connection: ConnectedDirectory & { workspace: string },
    ask: SourceReadOptions,
  ): Promise<SourceReading>
  check(
    world: AppContext,
    connection: ConnectedDirectory & { workspace: string },
  ): Promise<{ ok: boolean; reason: string | null; missing: string[] }>
  sample(
    world: AppContext,
    connection: ConnectedDirectory & { workspace: string },
    count: number,
  ): Promise<SourcePerson[]>
  defaultMapping: Mapping
}

export class SourceFailure extends Error {
  readonly again: boolean
  constructor(reason: string, again: boolean) {
    super(reason)
    this.again = again
  }
}

const sources = new Map<number, Source>()

export function registerSources(all: readonly Source[]): void {
  for (const source of all) sources.set(source.kind, source)
}

/** The source of a connection type; undefined if not registered. */
export const sourceOf = (kind: number): Source | undefined => sources.get(kind)

import type { MappedPerson } from './links.mapping.ts'

export type { Attributes, MappedPerson } from './links.mapping.ts'

/** A person as their directory tells of them, mapped to our fields. */
export interface ToldPerson {
  anchor: string
  active: boolean
  fields: MappedPerson
  /** Names of roles; left out, roles are not touched. */
  roles?: string[] | undefined
}

export type Outcome =
  | 'added'
  | 'changed'
  | 'linked'
  | 'restored'
  | 'suspended'
  | 'deleted'
  | 'marked'
  | 'unchanged'
  | 'skipped'
  | 'refused'

/** What became of one person of a directory. */
export interface Applied {
  anchor: string
  user: string | null
  outcome: Outcome
  /** A code, where not all was done. */
  reason?: string | undefined
  /** What stood before, for an undo. */
  was?: object | undefined
}

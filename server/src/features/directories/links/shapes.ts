import type { AppliedReason } from '@claviger/contract/directories/links'
import type { MappedPerson } from './links.mapping.ts'

/** A person as their directory tells of them, mapped to our fields. */
export interface ToldPerson {
  anchor: string
  active: boolean
  fields: MappedPerson
  /** Names of roles; left out, those of the mapping, and without them roles are not touched. */
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

/** What stood before, for an undo. */
export interface Was {
  columns?: Record<string, unknown>
  language?: string | null
  /** A directory did not hold them suspended before, and does now, or the other way round. */
  held?: boolean
  binned?: boolean
  told?: string
  activeThere?: boolean
  leftAt?: string | null
  roleGiven?: number | null
}

/** What became of one person of a directory. */
export interface Applied {
  anchor: string
  user: string | null
  outcome: Outcome
  /** A code, where not all was done. */
  reason?: AppliedReason | undefined
  was?: Was | undefined
}

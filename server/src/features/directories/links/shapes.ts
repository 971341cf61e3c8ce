import type { AppliedReason } from '@claviger/contract/directories/links'
import type { MappedPerson } from './links.mapping.ts'

export interface ToldPerson {
  anchor: string
  active: boolean
  fields: MappedPerson
  /** Role names; defaults to the mapping's. Without both, roles stay unchanged. */
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

export interface Was {
  columns?: Record<string, unknown>
  language?: string | null
  held?: boolean
  binned?: boolean
  told?: string
  activeThere?: boolean
  leftAt?: string | null
  roleGiven?: number | null
}

export interface Applied {
  anchor: string
  user: string | null
  outcome: Outcome
  reason?: AppliedReason | undefined
  was?: Was | undefined
}

import type { AppliedReason } from '@claviger/contract/directories/links'
import type { MappedPerson } from './links.mapping.ts'

export interface DirectoryPerson {
  anchor: string
  active: boolean
  fields: MappedPerson
  /** Role names; defaults to the mapping's. Without both, roles stay unchanged. */
  roles?: string[] | undefined
  /** External ID of the same user in an LDAP directory. */
  sameAs?: string | undefined
}

export type ApplyOutcome =
  | 'added'
  | 'changed'
  | 'linked'
  | 'restored'
  | 'suspended'
  | 'ended'
  | 'marked'
  | 'unchanged'
  | 'skipped'
  | 'refused'

export interface UserBefore {
  columns?: Record<string, unknown>
  language?: string | null
  held?: boolean
  binned?: boolean
  told?: string
  activeThere?: boolean
  leftAt?: string | null
  roleGiven?: number | null
}

export interface AppliedPerson {
  anchor: string
  user: string | null
  outcome: ApplyOutcome
  reason?: AppliedReason | undefined
  was?: UserBefore | undefined
}

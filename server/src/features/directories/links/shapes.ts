import type { ThreeState } from '#platform/parsing/three-state.ts'
import type { AppliedReason } from '@claviger/contract/directories/links'
import type { MappedPerson } from './links.mapping.ts'

export interface DirectoryPerson {
  anchor: string
  active: ThreeState<boolean>
  fields: MappedPerson
  /** Role names; defaults to the mapping's. Without both, roles stay unchanged. */
  roles?: ThreeState<string[]>
  /** External ID of the same user in an LDAP directory. */
  sameAs?: string | undefined
}

/** Is the account enabled? If the directory doesn't say: unchanged, or enabled for a new or returning user. */
export const isActiveInDirectory = (
  active: ThreeState<boolean>,
  link: { active_there: boolean; left_at: Date | null } | undefined,
): boolean => active ?? (link === undefined || link.left_at !== null || link.active_there)

/** Values of a user that the directory left out; undefined if none. */
export function silenceOf(
  { active, fields, roles = fields.roles }: DirectoryPerson,
  link: { role_given: number | null } | undefined,
): AppliedReason | undefined {
  if (active === undefined) return 'state-not-stated'
  return roles === undefined && typeof link?.role_given === 'number' ? 'roles-not-stated' : undefined
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

export interface PreviousUserState {
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
  was?: PreviousUserState | undefined
}

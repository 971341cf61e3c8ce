import { type SyncCounts, type ThresholdKind, thresholdKinds } from '@claviger/contract/directories/syncs'
import type { ThreeState } from '#platform/parsing/three-state.ts'
import type { MappedPerson } from '../links/links.mapping.ts'

export type PlannedChange =
  | {
      do: 'person'
      plan: 'add' | 'link' | 'change' | 'back' | 'suspend' | 'clash' | 'barred'
      anchor: string
      active?: ThreeState<boolean>
      fields: MappedPerson
      sameAs?: string | undefined
      before?: Record<string, string> | undefined
      reason?: string | undefined
    }
  | { do: 'leave'; plan: 'leave'; anchor: string }
  | { do: 'unmanaged'; plan: 'leave'; anchor: string }
  | {
      do: 'group'
      plan: 'add' | 'change' | 'back' | 'barred'
      anchor: string
      name: string
      description: string
      reason?: 'group-name-taken' | 'no-name' | undefined
    }
  | { do: 'group-leave'; plan: 'leave'; anchor: string }
  | {
      do: 'members'
      plan: 'change' | 'barred'
      anchor: string
      add: string[]
      remove: string[]
      inDoubt?: { add: string[]; remove: string[] } | undefined
      reason?: 'members-hidden' | 'no-group' | undefined
    }

export const noCounts = (): SyncCounts => ({
  seen: 0,
  same: 0,
  added: 0,
  changed: 0,
  suspended: 0,
  back: 0,
  leaving: 0,
  unmanaged: 0,
  clashes: 0,
  refused: 0,
  groups: 0,
  groupsLeaving: 0,
  memberships: 0,
  membershipsAdded: 0,
  membershipsRemoved: 0,
})

/** Number of users who would lose access. */
export const countLosingAccess = (counts: SyncCounts): number => counts.leaving + counts.suspended + counts.unmanaged

/** What a directory manages before a run. */
export interface ManagedNumbers {
  people: number
  groups: number
  memberships: number
}

export interface SafetyThreshold {
  people: number
  percent: number
  changesPercent: number
}

/** One group can open or close access for many users, so few of them are many. */
const fewGroups = 3

/**
 * What of a run exceeds the safety threshold: all that is above both a number and a percentage. Losing all users or all
 * groups always does, because that is how a mistyped filter looks.
 */
export function exceededThreshold(
  counts: SyncCounts,
  { people, groups, memberships }: ManagedNumbers,
  nobody: boolean,
  limit: SafetyThreshold,
): ThresholdKind[] {
  const isAbove = (count: number, of: number, percent: number, most = limit.people) =>
    count > most && count * 100 > percent * of
  const ended = counts.groupsLeaving
  const is: Record<ThresholdKind, boolean> = {
    access: (nobody && people > 0) || isAbove(countLosingAccess(counts), people + counts.unmanaged, limit.percent),
    groups: (ended > 0 && ended >= groups) || isAbove(ended, groups, limit.percent, Math.min(limit.people, fewGroups)),
    memberships:
      isAbove(counts.membershipsRemoved, memberships, limit.percent) ||
      (memberships > 0 && isAbove(counts.membershipsAdded, memberships, limit.changesPercent)),
    changes: isAbove(counts.changed, people, limit.changesPercent),
    additions: people > 0 && isAbove(counts.added, people, limit.changesPercent),
  }
  return thresholdKinds.filter(kind => is[kind])
}

import type { SyncCounts } from '@claviger/contract/directories/syncs'
import type { MappedPerson } from '../links/links.mapping.ts'

export type PlannedChange =
  | {
      do: 'person'
      plan: 'add' | 'link' | 'change' | 'back' | 'suspend' | 'clash' | 'barred'
      anchor: string
      active: boolean
      fields: MappedPerson
      before?: Record<string, string> | undefined
      reason?: string | undefined
    }
  | { do: 'leave'; plan: 'leave'; anchor: string }
  | { do: 'unmanaged'; plan: 'leave'; anchor: string }
  | { do: 'group'; plan: 'add' | 'change'; anchor: string; name: string; description: string }
  | { do: 'group-leave'; plan: 'leave'; anchor: string }
  | {
      do: 'members'
      plan: 'change' | 'barred'
      anchor: string
      add: string[]
      remove: string[]
      inDoubt?: { add: string[]; remove: string[] } | undefined
      reason?: 'members-hidden' | undefined
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
})

/** Number of users who would lose access. */
export const shutOut = (counts: SyncCounts): number => counts.leaving + counts.suspended + counts.unmanaged

/**
 * Does the run exceed the safety threshold? True above both a number and a percentage of users, and always if a full
 * read returns no users although there were some before.
 */
export function isOverBrake(
  counts: SyncCounts,
  people: number,
  nobody: boolean,
  brake: { people: number; percent: number },
): boolean {
  if (nobody && people > 0) return true
  const out = shutOut(counts)
  return out > brake.people && out * 100 > brake.percent * (people + counts.unmanaged)
}

import type { SyncCounts } from '@claviger/contract/directories/syncs'
import type { MappedPerson } from '../links/links.mapping.ts'

/** One difference between a directory and what is here, as the row of a plan keeps it. */
export type Planned =
  | {
      do: 'person'
      plan: 'add' | 'link' | 'change' | 'back' | 'suspend' | 'clash' | 'barred'
      anchor: string
      active: boolean
      fields: MappedPerson
      /** Fields that differ, as they stand here. */
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
      /** Those of whom it is not said yet who they are here: they join with that. */
      inDoubt?: { add: string[]; remove: string[] } | undefined
      /** Why nothing is known of its members. */
      reason?: 'members-hidden' | undefined
    }

/** Nothing found yet. */
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

/** How many people would be shut out. */
export const shutOut = (counts: SyncCounts): number => counts.leaving + counts.suspended + counts.unmanaged

/**
 * Does the brake stop a run? More than so many people and more than such a share of all, and always where all were asked
 * for and nobody is told of while people were there before.
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

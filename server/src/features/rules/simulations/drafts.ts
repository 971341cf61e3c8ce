import {
  type ListEntry,
  type ListType,
  type PolicyAction,
  policyStates,
} from '@claviger/contract/decide/policy-content'
import { type Draft, withDrafts } from '#features/decide/evaluator/evaluator.in-force.ts'
import type { WorkspaceStrengths } from '#features/decide/strengths/strengths.ts'
import type { Removal } from '#platform/app-context.ts'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'

export interface SimulatedChanges {
  /** What no longer exists, although policies can still name it. */
  readonly removed?: Removal | undefined
  readonly defaultAction?: PolicyAction | undefined
  readonly lists?:
    | readonly { readonly id: string; readonly type?: ListType; readonly entries: readonly ListEntry[] }[]
    | undefined
  /** Authentication strengths of the workspace after the change, if it changes them. */
  readonly strengths?: WorkspaceStrengths | undefined
}

export function applyDrafts(set: PolicySet, drafts: readonly Draft[], changes: SimulatedChanges = {}): PolicySet {
  const entries = new Map(changes.lists?.map(list => [list.id.toLowerCase(), list.entries]))
  const there = new Set(set.lists.map(list => list.id))
  const changed = withDrafts(set, drafts, changes.defaultAction)
  return {
    ...changed,
    lists: [
      ...changed.lists.map(list => ({ ...list, entries: entries.get(list.id) ?? list.entries })),
      ...(changes.lists ?? []).flatMap(({ id, type, entries: own }) =>
        type === undefined || there.has(id) ? [] : [{ id, type, entries: own }],
      ),
    ],
    policies: changed.policies
      .filter(({ content }) => content.state !== policyStates.off)
      .toSorted((one, other) => one.content.priority - other.content.priority),
  }
}

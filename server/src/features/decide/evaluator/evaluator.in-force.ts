import { type PolicyAction, policyActions, type PolicyContent } from '@claviger/contract/decide/policy-content'
import type { Ctx, World } from '../../../ground/world.ts'
import { type Compiled, compile, type PolicySet } from './evaluator.ts'
import { type SetRow, setLookedAt, versionInForce, wholeSet } from './in-force.store.ts'
import { KeptSets } from './kept-sets.ts'

type Asking = Pick<Ctx, 'db' | 'workspace' | 'superPool'>

/** What holds where no policy was ever made. */
const nothing: PolicySet = { version: 0, defaultAction: policyActions.allow, policies: [], lists: [] }
const nothingAtAll = compile(nothing)

// Databases have processes of their own; only tests have several in one
const kept = new WeakMap<World['superPool'], KeptSets>()

function keptBy({ superPool }: Asking): KeptSets {
  const known = kept.get(superPool) ?? new KeptSets()
  kept.set(superPool, known)
  return known
}

/** What is in force in the workspace as the running transaction sees it. */
export async function setInForce(ctx: Asking): Promise<Compiled> {
  return setOfVersion(ctx, (await versionInForce(ctx.db)) ?? 0)
}

/**
 * What is in force, for whoever read its version with a statement of their own (0 where there was none). Where it has
 * changed since, what is in force by now.
 */
export async function setOfVersion(ctx: Asking, version: number): Promise<Compiled> {
  if (version === 0) return nothingAtAll
  const workspace = ctx.workspace ?? ''
  const known = keptBy(ctx).get(workspace, version)
  if (known) return known
  const row = await setLookedAt(ctx.db)
  if (!row) return nothingAtAll
  // Others that waited for the same may have made it ready meanwhile
  const made = keptBy(ctx).get(workspace, row.version)
  if (made && !row.own) return made
  const set = compile(setOf(row))
  // What may be undone yet is nobody else's: another change would bear the same version
  if (!row.own) keptBy(ctx).put(workspace, set)
  return set
}

const setOf = ({ version, default_action: defaultAction, policies, lists }: SetRow): PolicySet => ({
  version,
  defaultAction,
  policies,
  lists,
})

/** All policies, those that are off too, and all lists of the workspace. */
export async function contentInForce(ctx: Pick<Ctx, 'db'>): Promise<PolicySet> {
  const row = await wholeSet(ctx.db)
  return row ? setOf(row) : nothing
}

/** A policy as it would be: `_id` null is a new one, `content` null a deleted one. */
export interface Draft {
  readonly _id: string | null
  readonly content: PolicyContent | null
}

/** The id by which a new policy among drafts is known, by its place there. */
export const idOfDraft = (place: number): string => `draft-${place}`

/** The set as it would be with some policies changed, new or gone; a changed one bears the version it would get. */
export function withDrafts(set: PolicySet, drafts: readonly Draft[], defaultAction?: PolicyAction): PolicySet {
  const changed = new Map(drafts.flatMap(draft => (draft._id === null ? [] : [[draft._id.toLowerCase(), draft]])))
  const standing = set.policies.flatMap(policy => {
    const draft = changed.get(policy.id)
    if (!draft) return [policy]
    return draft.content ? [{ id: policy.id, version: policy.version + 1, content: draft.content }] : []
  })
  const fresh = drafts.flatMap(({ _id: id, content }, place) =>
    id === null && content ? [{ id: idOfDraft(place), version: 1, content }] : [],
  )
  return { ...set, defaultAction: defaultAction ?? set.defaultAction, policies: [...standing, ...fresh] }
}

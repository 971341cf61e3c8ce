import { type PolicyAction, policyActions, type PolicyContent } from '@claviger/contract/decide/policy-content'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { type CompiledPolicySet, compile, type PolicySet } from './evaluator.ts'
import { type SetRow, findCurrentSetVersion, versionInForce, findFullSet } from './in-force.store.ts'
import { KeptSets } from './set-cache.ts'

type Asking = Pick<TransactionContext, 'db' | 'workspace' | 'superPool'>

const nothing: PolicySet = { version: 0, defaultAction: policyActions.allow, policies: [], lists: [] }
const nothingAtAll = compile(nothing)

// One cache per database; only tests use several databases in one process
const kept = new WeakMap<AppContext['superPool'], KeptSets>()

function keptBy({ superPool }: Asking): KeptSets {
  const known = kept.get(superPool) ?? new KeptSets()
  kept.set(superPool, known)
  return known
}

export async function setInForce(ctx: Asking): Promise<CompiledPolicySet> {
  return setOfVersion(ctx, (await versionInForce(ctx.db)) ?? 0)
}

/**
 * The effective policies, for callers that have already read the version (0 for none). Returns a newer set if it
 * changed since.
 */
export async function setOfVersion(ctx: Asking, version: number): Promise<CompiledPolicySet> {
  if (version === 0) return nothingAtAll
  const workspace = ctx.workspace ?? ''
  const known = keptBy(ctx).get(workspace, version)
  if (known) return known
  const row = await findCurrentSetVersion(ctx.db)
  if (!row) return nothingAtAll
  // Another waiting caller may have compiled it meanwhile
  const made = keptBy(ctx).get(workspace, row.version)
  if (made && !row.own) return made
  const set = compile(setOf(row))
  // Don't cache uncommitted changes: after a rollback, another change would get the same version
  if (!row.own) keptBy(ctx).put(workspace, set)
  return set
}

const setOf = ({ version, default_action: defaultAction, policies, lists }: SetRow): PolicySet => ({
  version,
  defaultAction,
  policies,
  lists,
})

export async function contentInForce(ctx: Pick<TransactionContext, 'db'>): Promise<PolicySet> {
  const row = await findFullSet(ctx.db)
  return row ? setOf(row) : nothing
}

/** A draft change of a policy: `_id` null creates one, `content` null deletes it. */
export interface Draft {
  readonly _id: string | null
  readonly content: PolicyContent | null
}

export const idOfDraft = (place: number): string => `draft-${place}`

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

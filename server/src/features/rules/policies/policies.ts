import { policyStates } from '@claviger/contract/decide/policy-content'
import type { PageOf } from '@claviger/contract/platform/page'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { policies, PolicyRow as Listed } from '@claviger/contract/rules/policies'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { countWouldRefuse } from '#features/decide/decisions/decisions.ts'
import { findCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { filledIn } from './policy-content.ts'
import { nextPriority } from './order.ts'
import { allPolicies, findPolicies, outline, policyList, type StoredPolicyRow } from './policies.store.ts'
import { policiesOf } from './policy-replies.ts'

export type PolicyInputFor<Call extends keyof typeof policies.calls> = OutputOf<(typeof policies.calls)[Call]['input']>

const listedOf = (row: StoredPolicyRow): Listed => ({
  _id: row.id,
  name: row.name,
  description: row.content.description,
  priority: row.priority,
  action: row.action,
  state: row.state,
  conditions: filledIn(row.content),
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
  wouldRefuse: null,
})

/** One page of policies; report-only ones include how many uses they would have refused. */
export async function listPolicies(ctx: TransactionContext, ask: PolicyInputFor<'list'>): Promise<PageOf<Listed>> {
  const page = await paginate<Listed>(ctx, ask, { ...policyList(ask), item: listedOf })
  const reported = page.items.filter(one => one.state === policyStates.reportOnly).map(one => one._id)
  const would = await countWouldRefuse(ctx, reported)
  return { ...page, items: page.items.map(one => ({ ...one, wouldRefuse: would.get(one._id) ?? null })) }
}

export async function getPolicy(ctx: TransactionContext, { _id }: { _id: string }) {
  const [policy] = await policiesOf(ctx, await findPolicies(ctx.db, [_id]))
  if (!policy) throw problem('not-found')
  return policy
}

export const listAllPolicies = async (ctx: TransactionContext) => ({
  items: await policiesOf(ctx, await allPolicies(ctx.db)),
})

export const getDefault = async (ctx: TransactionContext) => ({ action: (await findCurrentSet(ctx)).defaultAction })

export async function listPriorities(ctx: TransactionContext) {
  const used = (await outline(ctx.db)).map(one => one.priority)
  return { used, next: nextPriority(used) }
}

export async function inForce(ctx: TransactionContext) {
  // In this order, because a client that caches policies by version must not store old ones under a new version
  const { version, defaultAction } = await findCurrentSet(ctx)
  const rows = await outline(ctx.db, policyStates.on)
  return {
    set: version,
    defaultAction,
    policies: rows.map(({ id, name, priority, action }) => ({ _id: id, name, priority, action })),
  }
}

export const policiesHere = (ctx: TransactionContext, ids: readonly string[]): Promise<StoredPolicyRow[]> =>
  findPolicies(ctx.db, ids)

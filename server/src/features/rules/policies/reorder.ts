import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { lockCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { movedTo } from './order.ts'
import type { PolicyInputFor } from './policies.ts'
import { findPolicies, outline } from './policies.store.ts'
import { saveMany } from './policies.save.ts'

/**
 * Moves a policy before another, or last, moving as few others as possible. @throws not-found,
 * owners-locked-out
 */
export async function reorder(ctx: TransactionContext, { policy, before, lockOutSeen }: PolicyInputFor<'reorder'>) {
  await lockCurrentSet(ctx)
  const to = movedTo(await outline(ctx.db), policy, before)
  if (!to) throw problem('not-found')
  const rows = await findPolicies(ctx.db, [policy, ...to.keys()])
  const changed = rows.flatMap(row => {
    const priority = to.get(row.id)
    return priority === undefined ? [] : [{ row, content: { ...row.content, priority } }]
  })
  await saveMany(ctx, changed, { action: 'policy.order', lockOutSeen })
  const own = rows.find(row => row.id === policy)
  return { priority: to.get(policy) ?? own?.priority ?? 0, moved: changed.length }
}

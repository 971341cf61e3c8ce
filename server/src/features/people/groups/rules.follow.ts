import { recordMany } from '#platform/record/record-many.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  applyRule,
  type MembershipChange,
  markApplied,
  type RuleRow,
  rulesOf,
  dequeueChangedUsers,
} from './rules.store.ts'

const batch = 2000

/** Applies new rules completely, and existing ones to changed users; returns whether there may be more. */
export async function applyGroupRules(ctx: TransactionContext): Promise<boolean> {
  const fresh = await rulesOf(ctx.db, true)
  for (const rule of fresh) {
    await follow(ctx, rule)
    await markApplied(ctx.db, rule.group_id, ctx.clock.now())
  }
  const users = await dequeueChangedUsers(ctx.db, batch)
  if (users.length === 0) return false
  for (const rule of await rulesOf(ctx.db, false)) await follow(ctx, rule, users)
  return users.length === batch
}

async function follow(ctx: TransactionContext, rule: RuleRow, users?: string[]): Promise<void> {
  const changed = await applyRule(ctx.db, workspaceOf(ctx), rule.group_id, rule, users)
  const by = { id: null, name: `Rule of ${rule.name}` }
  for (let start = 0; start < changed.length; start += batch)
    await recordMany(
      ctx,
      by,
      changed.slice(start, start + batch).map(change => lineOf(rule, change)),
    )
}

const lineOf = (rule: RuleRow, change: MembershipChange) => ({
  action: change.joined ? ('user.joined' as const) : ('user.left' as const),
  object: { type: 'user', id: change.user_id, name: change.name },
  after: { group: rule.name },
})

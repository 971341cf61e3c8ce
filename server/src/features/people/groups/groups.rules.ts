import type { GroupRule } from '@claviger/contract/people/groups/rules'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustOpenNoAccountWithRole, mustReachShared } from '#features/work/rank/rank.ts'
import { followRules } from './rules.jobs.ts'
import { countMatchingUsers, deleteRule, hasRules, putRule } from './rules.store.ts'

export const previewRule = (ctx: TransactionContext, rule: GroupRule) => countMatchingUsers(ctx.db, rule)

/**
 * Sets the rule that decides a group's members; null returns to manual membership. A job updates the members.
 * @throws above-you if the group opens an account with a higher role; members-not-by-hand if it opens an
 * administrator's account
 */
export async function setRule(ctx: TransactionContext, group: string, rule: GroupRule | null): Promise<void> {
  if (rule === null) return deleteRule(ctx.db, group)
  await mustReachShared(ctx, [group])
  await putRule(ctx.db, workspaceOf(ctx), group, rule)
  await mustOpenNoAccountWithRole(ctx, group)
  await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

/** Reports added or changed users, so that rules are applied immediately instead of within a minute. */
export async function usersChanged(ctx: TransactionContext): Promise<void> {
  if (await hasRules(ctx.db)) await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

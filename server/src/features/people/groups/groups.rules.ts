import type { GroupRule } from '@claviger/contract/people/groups/rules'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mustOpenNobodyOfRank, mustReachShared } from '../../work/rank/rank.ts'
import { followRules } from './rules.jobs.ts'
import { countFitting, deleteRule, hasRules, putRule } from './rules.store.ts'

/** How many users a rule would take in, and the names of a few. */
export const previewRule = (ctx: Ctx, rule: GroupRule) => countFitting(ctx.db, rule)

/**
 * Lets a rule decide who belongs to a group, from now on; null lets people decide again. The members follow by a job.
 * Throws above-you where the group opens an account of somebody above the caller, and members-not-by-hand where it opens
 * one of an administrator at all.
 */
export async function setRule(ctx: Ctx, group: string, rule: GroupRule | null): Promise<void> {
  if (rule === null) return deleteRule(ctx.db, group)
  await mustReachShared(ctx, [group])
  await putRule(ctx.db, workspaceOf(ctx), group, rule)
  await mustOpenNobodyOfRank(ctx, group)
  await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

/** Tells that users were added or changed, so that the rules are followed soon and not only within a minute. */
export async function usersChanged(ctx: Ctx): Promise<void> {
  if (await hasRules(ctx.db)) await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

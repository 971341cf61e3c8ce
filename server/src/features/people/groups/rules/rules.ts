import type { GroupRule } from '@claviger/contract/people/group-rules'
import { recordMany } from '../../../../ground/record-many.ts'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { followRules } from './rules.jobs.ts'
import {
  applyRule,
  type Change,
  countFitting,
  deleteRule,
  hasRules,
  markApplied,
  putRule,
  type RuleRow,
  rulesOf,
  takeChanged,
} from './rules.store.ts'

/** How many users a rule would take in, and the names of a few. */
export const previewRule = (ctx: Ctx, rule: GroupRule) => countFitting(ctx.db, rule)

/** Lets a rule decide who belongs to a group, from now on; null lets people decide again. The members follow by a job. */
export async function setRule(ctx: Ctx, group: string, rule: GroupRule | null): Promise<void> {
  if (rule === null) return deleteRule(ctx.db, group)
  await putRule(ctx.db, workspaceOf(ctx), group, rule)
  await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

/** Tells that users were added or changed, so that the rules are followed soon and not only within a minute. */
export async function usersChanged(ctx: Ctx): Promise<void> {
  if (await hasRules(ctx.db)) await ctx.jobs.announce(ctx, followRules, { workspace: workspaceOf(ctx) })
}

const batch = 2000

/** Follows new rules wholly and known ones for users who changed; answers whether there may be more to do. */
export async function catchUp(ctx: Ctx): Promise<boolean> {
  const fresh = await rulesOf(ctx.db, true)
  for (const rule of fresh) {
    await follow(ctx, rule)
    await markApplied(ctx.db, rule.group_id, ctx.clock.now())
  }
  const users = await takeChanged(ctx.db, batch)
  if (users.length === 0) return false
  for (const rule of await rulesOf(ctx.db, false)) await follow(ctx, rule, users)
  return users.length === batch
}

async function follow(ctx: Ctx, rule: RuleRow, users?: string[]): Promise<void> {
  const changed = await applyRule(ctx.db, workspaceOf(ctx), rule.group_id, rule, users)
  const by = { id: null, name: `Rule of ${rule.name}` }
  for (let start = 0; start < changed.length; start += batch)
    await recordMany(
      ctx,
      by,
      changed.slice(start, start + batch).map(change => lineOf(rule, change)),
    )
}

const lineOf = (rule: RuleRow, change: Change) => ({
  action: change.joined ? ('user.joined' as const) : ('user.left' as const),
  object: { type: 'user', id: change.user_id, name: change.name },
  after: { group: rule.name },
})

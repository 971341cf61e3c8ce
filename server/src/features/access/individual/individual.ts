import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { individual } from '@claviger/contract/access/individual'
import { personalPlans } from '@claviger/contract/billing/money'
import { workspaceStatus, workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { userOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { listActivity } from '#features/oversight/activity/activity.ts'
import { dayOfInstant } from '#features/billing/prices/prices.days.ts'
import { priceTables, tableOn } from '#features/billing/prices/prices.ts'
import { findPersonalPlan } from '#features/billing/promo-codes/promo-codes.ts'
import { userById } from '#features/people/users/users.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { cancelDeletion, deletionState } from '../workspace-deletion/workspace-deletion.ts'

type Reply = OutputOf<typeof individual.get.reply>

/** @throws not-personal in any other workspace (R175) */
async function personalWorkspace(ctx: TransactionContext) {
  const workspace = await ownWorkspaceRow(ctx)
  if (workspace.type !== workspaceTypes.individual) throw problem('not-personal')
  return workspace
}

export async function ownAccount(ctx: TransactionContext): Promise<Reply> {
  const workspace = await personalWorkspace(ctx)
  const user = await userById(ctx, userOf(ctx).id)
  if (!user) throw problem('not-personal')
  const today = dayOfInstant(ctx.clock.now())
  const { currency } = ctx.config.billingFile
  const found = await findPersonalPlan(ctx.db, today)
  const plan =
    found === undefined ? personalPlans.basic : found.days > 0 ? personalPlans.premium : personalPlans.standard
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    plan,
    price: tableOn(await priceTables(ctx), currency, today).personal[plan],
    currency,
    planUntil: found?.to_day ?? null,
    active: workspace.status !== workspaceStatus.disabled,
    canReactivate: (await deletionState(ctx)).deletion !== null,
    keys: user.active_keys,
    createdAt: user.created_at.toISOString(),
  }
}

export async function ownLog(ctx: TransactionContext, page: OutputOf<typeof individual.logs.input>) {
  await personalWorkspace(ctx)
  return listActivity(ctx, { ...page, sort: 'at', order: 'desc' })
}

/**
 * Opens a personal account again that its owner deactivated (R199). @throws not-personal, change-refused if it is active, or
 * a super administrator disabled it
 */
export async function reactivate(ctx: TransactionContext): Promise<Reply> {
  const { id, name } = await personalWorkspace(ctx)
  if ((await deletionState(ctx)).deletion === null) throw problem('change-refused')
  await cancelDeletion(ctx)
  await record(ctx, { action: 'individual.reactivated', object: { type: 'workspace', id, name } })
  return ownAccount(ctx)
}

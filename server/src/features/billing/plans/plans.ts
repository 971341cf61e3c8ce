import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { type BillingAddress, type PaymentPlan, paymentMethods, paymentPlans } from '@claviger/contract/billing/money'
import type { BillingPolicy } from '@claviger/contract/billing/plans'
import { sendTogether } from '#platform/db/pipeline.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Day, dayOfInstant } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { findPayers, findPlanChanges, findBillingPolicy, type PlanChange, type PolicyRow } from './plans.store.ts'

export { findBilled, type PolicyRow } from './plans.store.ts'

/** A workspace with its policy. */
export interface Policy {
  row: PolicyRow
  currency: string
  discount: number
  exempt: boolean
  changes: readonly PlanChange[]
  buyer: BillingAddress | null
}

const firstPlan: PlanChange = { from_day: '0001-01-01', plan: paymentPlans.payAsYouGo, licenses: null }

/** The plan of a day. */
export const planOn = (changes: readonly PlanChange[], day: Day): PlanChange =>
  changes.findLast(change => change.from_day <= day) ?? firstPlan

export const isPrepaid = (plan: number): boolean => plan !== paymentPlans.payAsYouGo

/** Is the workspace never billed: a personal one, or that of the installation? */
export const isUnbilled = ({ type, installation }: Pick<PolicyRow, 'type' | 'installation'>): boolean =>
  installation || type === workspaceTypes.individual

/** The policy of the transaction's workspace. @throws not-found */
export async function policyHere(ctx: TransactionContext): Promise<Policy> {
  const [row, changes] = await sendTogether(findBillingPolicy(ctx.db), findPlanChanges(ctx.db))
  if (!row) throw problem('not-found')
  return {
    row,
    currency: row.currency ?? ctx.config.billingFile.currency,
    discount: row.discount ?? 0,
    exempt: (row.exempt ?? false) || isUnbilled(row),
    changes,
    buyer: row.buyer ?? row.own_address,
  }
}

/** Enters a workspace as super administrator. @throws not-found; not-here for one that is never billed */
export async function enterBilled(ctx: TransactionContext, workspace: string): Promise<Policy> {
  await enterOnly(ctx, workspace)
  const policy = await policyHere(ctx)
  if (isUnbilled(policy.row)) throw problem('not-here')
  return policy
}

const methods = Object.values(paymentMethods)

export const methodOf = (row: Pick<PolicyRow, 'payment_method'>): BillingPolicy['paymentMethod'] =>
  methods.find(method => method === row.payment_method) ?? null

export async function policyReply(ctx: TransactionContext): Promise<BillingPolicy> {
  const { row, currency, discount, exempt, changes, buyer } = await policyHere(ctx)
  const today = dayOfInstant(ctx.clock.now())
  const { plan, licenses, from_day } = planOn(changes, today)
  return {
    plan,
    planSince: from_day < row.created_on ? row.created_on : from_day,
    currency,
    licenses,
    keyLimit: row.key_limit,
    discount,
    trialEndDate: row.trial_end_date,
    exempt,
    paymentMethod: methodOf(row),
    address: buyer,
    email: row.email,
    prices: tableOn(await priceTables(ctx), currency, today),
  }
}

/** The policy of new workspaces. */
export async function defaultBillingPolicy(ctx: TransactionContext): Promise<BillingPolicy> {
  const { currency } = ctx.config.billingFile
  const today = dayOfInstant(ctx.clock.now())
  return {
    plan: paymentPlans.payAsYouGo satisfies PaymentPlan,
    planSince: today,
    currency,
    licenses: null,
    keyLimit: null,
    discount: 0,
    trialEndDate: null,
    exempt: false,
    paymentMethod: null,
    address: null,
    email: null,
    prices: tableOn(await priceTables(ctx), currency, today),
  }
}

/** Who gets invoices and warnings: the address for invoices, or else owners and billing managers. */
export async function payersOf(ctx: TransactionContext): Promise<string[]> {
  const row = await findBillingPolicy(ctx.db)
  if (row?.email) return [row.email]
  return findPayers(ctx.db, [workspaceRoles.owner, workspaceRoles.billingManager])
}

import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { paymentMethods, paymentPlans } from '@claviger/contract/billing/money'
import type { BillingPolicy, plans, SwitchPreview } from '@claviger/contract/billing/plans'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { setTrialEnd } from '#features/tenancy/workspaces/workspaces.ts'
import { sumOf } from '../prices/prices.charges.ts'
import { type Day, dayAfter, dayOfInstant, monthEnd } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { hasCard } from './plans.cards.ts'
import { periodCharges, periodStart } from './plans.facts.ts'
import { refreshLimit } from './plans.limits.ts'
import { enterBilled, isPrepaid, planOn, type Policy, policyHere, policyReply } from './plans.ts'
import {
  changePolicy,
  deletePlanChanges,
  lockPolicy,
  type PlanChange,
  type PolicyChange,
  putPlanChange,
} from './plans.store.ts'

type InputFor<Call extends keyof typeof plans.calls> = OutputOf<(typeof plans.calls)[Call]['input']>

const logObject = ({ row }: Policy) => ({ type: 'workspace', id: row.workspace_id, name: row.name })

/** Holds the policy of the workspace until the transaction ends. */
export const lockBillingPolicy = (ctx: TransactionContext): Promise<void> =>
  lockPolicy(ctx.db, ctx.config.billingFile.currency, ctx.clock.now())

async function locked(ctx: TransactionContext): Promise<Policy> {
  await lockBillingPolicy(ctx)
  return policyHere(ctx)
}

/** Changes columns of the policy, and the limit that follows from them. */
export async function writePolicy(ctx: TransactionContext, to: PolicyChange): Promise<void> {
  await lockBillingPolicy(ctx)
  await changePolicy(ctx.db, to, ctx.clock.now())
  await refreshLimit(ctx)
}

/** The plan changes with a new plan from a day; without those of the running period if it is the plan of its first day. */
function changed(policy: Policy, start: Day, to: PlanChange): { changes: PlanChange[]; undone: boolean } {
  const first = planOn(policy.changes, start)
  const earlier = policy.changes.filter(change => change.from_day <= start)
  if (to.from_day > start && first.plan === to.plan && first.licenses === to.licenses)
    return { changes: earlier, undone: true }
  return { changes: [...policy.changes.filter(change => change.from_day < to.from_day), to], undone: false }
}

async function storePlan(ctx: TransactionContext, start: Day, to: PlanChange, undone: boolean): Promise<void> {
  if (!undone) return putPlanChange(ctx.db, to)
  await deletePlanChanges(ctx.db, dayAfter(start))
}

/** Sets the plan from today on. Returns whether that undid a switch of the running period. */
export async function setPlan(
  ctx: TransactionContext,
  policy: Policy,
  to: Omit<PlanChange, 'from_day'>,
): Promise<boolean> {
  const today = dayOfInstant(ctx.clock.now())
  const start = (await periodStart(ctx)) ?? today
  const change = { ...to, from_day: today }
  const { undone } = changed(policy, start, change)
  await storePlan(ctx, start, change, undone)
  await refreshLimit(ctx)
  return undone
}

async function preview(ctx: TransactionContext, policy: Policy, to: PlanChange): Promise<SwitchPreview> {
  const start = (await periodStart(ctx)) ?? to.from_day
  const end = monthEnd(to.from_day)
  const { changes } = changed(policy, start, to)
  const [before, after] = [
    (await periodCharges(ctx, start, end, { ahead: false, policy })).lines,
    (await periodCharges(ctx, start, end, { ahead: false, policy: { ...policy, changes } })).lines,
  ]
  return { firstDay: to.from_day, before, after, subtotalBefore: sumOf(before), subtotalAfter: sumOf(after) }
}

async function switchTo(
  ctx: TransactionContext,
  policy: Policy,
  to: Omit<PlanChange, 'from_day'>,
  onlyPreview: boolean | undefined,
) {
  const today = dayOfInstant(ctx.clock.now())
  const shown = await preview(ctx, policy, { ...to, from_day: today })
  if (onlyPreview === true) return { policy: await policyReply(ctx), preview: shown }
  const before = planOn(policy.changes, today)
  const undone = await setPlan(ctx, await locked(ctx), to)
  await record(ctx, {
    action: undone ? 'billing.switch-undone' : 'billing.switched',
    object: logObject(policy),
    before: { plan: before.plan, licenses: before.licenses },
    after: { plan: to.plan, licenses: to.licenses, from: today },
  })
  return { policy: await policyReply(ctx), preview: shown }
}

/** @throws not-found, not-here, change-refused if it is prepaid already, too-few-licenses */
export async function toPrepaid(
  ctx: TransactionContext,
  { workspaceId, licenses, fixed, preview: only }: InputFor<'toPrepaid'>,
) {
  const policy = await enterBilled(ctx, workspaceId)
  const plan = fixed === true ? paymentPlans.fixedPrepaid : paymentPlans.prepaid
  if (isPrepaid(planOn(policy.changes, dayOfInstant(ctx.clock.now())).plan)) throw problem('change-refused')
  if (licenses < 1) throw problem('too-few-licenses')
  return switchTo(ctx, policy, { plan, licenses }, only)
}

/** @throws not-found, not-here, change-refused if it is pay as you go already */
export async function toPayAsYouGo(ctx: TransactionContext, { workspaceId, preview: only }: InputFor<'toPayAsYouGo'>) {
  const policy = await enterBilled(ctx, workspaceId)
  if (!isPrepaid(planOn(policy.changes, dayOfInstant(ctx.clock.now())).plan)) throw problem('change-refused')
  return switchTo(ctx, policy, { plan: paymentPlans.payAsYouGo, licenses: null }, only)
}

/** @throws not-found, not-here, licenses-missing, no-price-table */
export async function setPolicy(
  ctx: TransactionContext,
  { id, ...input }: InputFor<'setPolicy'>,
): Promise<BillingPolicy> {
  await enterBilled(ctx, id)
  const policy = await locked(ctx)
  const before = await policyReply(ctx)
  const today = dayOfInstant(ctx.clock.now())
  const now = planOn(policy.changes, today)
  const licenses = isPrepaid(input.plan) ? (input.licenses ?? now.licenses) : null
  if (isPrepaid(input.plan) && licenses === null) throw problem('licenses-missing')
  if (input.currency !== undefined) tableOn(await priceTables(ctx), input.currency, today)
  await changePolicy(
    ctx.db,
    {
      ...(input.currency !== undefined && { currency: input.currency }),
      ...(input.keyLimit !== undefined && { key_limit: input.keyLimit }),
      ...(input.discount !== undefined && { discount: input.discount }),
      ...(input.exempt !== undefined && { exempt: input.exempt }),
    },
    ctx.clock.now(),
  )
  if (input.trialEndDate !== undefined) await setTrialEnd(ctx, input.trialEndDate)
  if (input.plan !== now.plan || licenses !== now.licenses) await setPlan(ctx, policy, { plan: input.plan, licenses })
  await refreshLimit(ctx)
  const after = await policyReply(ctx)
  const { prices: _before, ...was } = before
  const { prices: _after, ...is } = after
  await record(ctx, { action: 'billing.policy-changed', object: logObject(policy), before: was, after: is })
  return after
}

const methodWords: Record<number, string> = {
  [paymentMethods.creditCard]: 'credit card',
  [paymentMethods.wire]: 'wire',
}

/** @throws no-card; billing-address-missing for wire without an address to send invoices to */
export async function setPaymentMethod(ctx: TransactionContext, method: 0 | 1) {
  const policy = await policyHere(ctx)
  if (method === paymentMethods.creditCard && !(await hasCard(ctx))) throw problem('no-card')
  await writePolicy(ctx, { payment_method: method })
  const was = policy.row.payment_method
  await record(ctx, {
    action: 'billing.payment-method-changed',
    object: logObject(policy),
    before: { method: was === null ? null : methodWords[was] },
    after: { method: methodWords[method] },
  })
  return { paymentMethod: method }
}

/** @throws no-card, billing-address-missing */
export async function choosePaymentMethod(ctx: TransactionContext, { paymentMethod }: InputFor<'choosePaymentMethod'>) {
  if ((await policyHere(ctx)).buyer === null) throw problem('billing-address-missing')
  return setPaymentMethod(ctx, paymentMethod)
}

/** @throws not-found, no-card */
export async function setPaymentMethodOf(ctx: TransactionContext, { id, paymentMethod }: InputFor<'setPaymentMethod'>) {
  await enterOnly(ctx, id)
  return setPaymentMethod(ctx, paymentMethod)
}

export async function saveAddress(
  ctx: TransactionContext,
  { email, ...buyer }: InputFor<'saveAddress'>,
): Promise<BillingPolicy> {
  const policy = await locked(ctx)
  const before = { ...policy.buyer, email: policy.row.email }
  const mailbox = email === undefined ? policy.row.email : email
  await changePolicy(ctx.db, { buyer, email: mailbox }, ctx.clock.now())
  await record(ctx, {
    action: 'billing.address-changed',
    object: logObject(policy),
    before,
    after: { ...buyer, email: mailbox },
  })
  return policyReply(ctx)
}

import type { LimitReason } from '@claviger/contract/billing/licenses'
import { paymentPlans } from '@claviger/contract/billing/money'
import type { TransactionContext } from '#platform/app-context.ts'
import { dayOfInstant } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { promoOn } from './plans.facts.ts'
import { isPrepaid, planOn, type Policy, policyHere } from './plans.ts'
import { findPromoUses, setLicenseLimit } from './plans.store.ts'

export interface KeyLimit {
  limit: number
  by: LimitReason
}

/** The limit of today (docs/billing.md, "Limits"); undefined without one. */
export async function limitToday(ctx: TransactionContext, policy: Policy): Promise<KeyLimit | undefined> {
  const { row, exempt, changes, currency } = policy
  const today = dayOfInstant(ctx.clock.now())
  const promo = promoOn(await findPromoUses(ctx.db), today).keys
  const { plan, licenses } = planOn(changes, today)
  const table = tableOn(await priceTables(ctx), currency, today)
  const trial = row.trial_end_date !== null && today <= row.trial_end_date
  const limits: KeyLimit[] = []
  for (const limit of [row.key_limit, row.own_limit]) if (limit !== null) limits.push({ limit, by: 'key-limit' })
  if (!exempt) {
    if (plan === paymentPlans.fixedPrepaid) limits.push({ limit: (licenses ?? 0) + promo, by: 'fixed-prepaid' })
    if (trial && table.trialKeys !== null) limits.push({ limit: table.trialKeys + promo, by: 'trial' })
    if (!trial && row.payment_method === null && !isPrepaid(plan))
      limits.push({ limit: table.freeKeys + promo, by: 'no-payment-method' })
  }
  return limits.toSorted((one, other) => one.limit - other.limit)[0]
}

/** Applies the limit of today to the pool of the workspace. Free licenses go to keys that wait. */
export async function refreshLimit(ctx: TransactionContext): Promise<void> {
  const found = await limitToday(ctx, await policyHere(ctx))
  await setLicenseLimit(ctx.db, found?.limit ?? null, found?.by ?? null, ctx.clock.now())
}

import { chargeKinds } from '@claviger/contract/billing/money'
import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { UsageDay } from '@claviger/contract/billing/usage'
import type { PriceTable } from '@claviger/contract/billing/prices'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { type BillingDay, chargesOf } from '../prices/prices.charges.ts'
import { type Day, dayAfter, dayOfInstant, eachDay, monthEnd } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { findDays, findFirstDay, rowOfDay, type UsageRow } from '../usage/usage.ts'
import { isPrepaid, planOn, type Policy, policyHere } from './plans.ts'
import { findCharged, findLastClosed, findPromoUses, type PromoRow } from './plans.store.ts'

const fullShare = 10_000

/** Free keys and discount of promo codes on a day. */
export function promoOn(uses: readonly PromoRow[], day: Day): { keys: number; share: number } {
  const here = uses.filter(use => use.from_day <= day && day <= use.to_day)
  return {
    keys: here.reduce((sum, use) => sum + use.keys, 0),
    share: Math.min(
      fullShare,
      here.reduce((sum, use) => sum + use.percent, 0),
    ),
  }
}

interface Facts {
  policy: Policy
  tables: readonly PriceTable[]
  promos: readonly PromoRow[]
}

const isTrial = ({ row }: Policy, day: Day) => row.trial_end_date !== null && day <= row.trial_end_date

function dayFrom(facts: Facts, date: Day, usage: UsageRow | undefined): BillingDay {
  const { plan, licenses } = planOn(facts.policy.changes, date)
  const promo = promoOn(facts.promos, date)
  return {
    date,
    table: tableOn(facts.tables, facts.policy.currency, date),
    plan,
    licenses: licenses ?? 0,
    keys: usage?.keys ?? 0,
    newSsoUsers: usage?.newSsoUsers ?? 0,
    newSecondFactorUsers: usage?.newSecondFactorUsers ?? 0,
    promoKeys: promo.keys,
    promoShare: promo.share,
    // A day before the first row isn't charged, nor is one of a workspace that was not counted
    free: facts.policy.exempt || isTrial(facts.policy, date) || usage === undefined,
  }
}

/** The first day of the running period; undefined if nothing was counted yet. */
export async function periodStart(ctx: TransactionContext): Promise<Day | undefined> {
  const closed = await findLastClosed(ctx.db)
  return closed === undefined ? findFirstDay(ctx.db) : dayAfter(closed)
}

/** Usage rows; today's row is computed as it is now. */
async function usageFrom(ctx: TransactionContext, from: Day, to: Day): Promise<Map<Day, UsageRow>> {
  const today = dayOfInstant(ctx.clock.now())
  const runs = from <= today && today <= to
  const [rows, now] = await sendTogether(findDays(ctx.db, from, to), runs ? rowOfDay(ctx.db, today) : undefined)
  const all = new Map(rows.map(row => [row.date, row]))
  if (now) all.set(today, now)
  return all
}

const nobody = { ssoUsers: 0, newSsoUsers: 0, secondFactorUsers: 0, newSecondFactorUsers: 0 }

/** Future days have today's keys and no new users. */
function projected(ctx: TransactionContext, usage: Map<Day, UsageRow>, to: Day): Map<Day, UsageRow> {
  const today = dayOfInstant(ctx.clock.now())
  const keys = usage.get(today)?.keys ?? 0
  return new Map([
    ...usage,
    ...[...eachDay(dayAfter(today), to)].map(date => [date, { date, keys, ...nobody }] as const),
  ])
}

async function factsHere(ctx: TransactionContext, given?: Policy): Promise<Facts> {
  const [policy, tables, promos] = await sendTogether(given ?? policyHere(ctx), priceTables(ctx), findPromoUses(ctx.db))
  return { policy, tables, promos }
}

const licenseKinds = [chargeKinds.licenses, chargeKinds.licenseChange]

export interface PeriodCharges {
  policy: Policy
  days: readonly BillingDay[]
  lines: BillLine[]
}

/**
 * The charges of a period of the transaction's workspace, and of licenses in advance. `ahead` is false for a period that
 * ends a workspace. With another policy, the charges are those after a switch until the end of the period.
 */
export async function periodCharges(
  ctx: TransactionContext,
  from: Day,
  to: Day,
  { ahead = true, policy }: { ahead?: boolean; policy?: Policy } = {},
): Promise<PeriodCharges> {
  const facts = await factsHere(ctx, policy)
  const known = await usageFrom(ctx, from, to)
  const usage = policy ? projected(ctx, known, to) : known
  const days = [...eachDay(from, to)].map(date => dayFrom(facts, date, usage.get(date)))
  const next = dayAfter(to)
  const paysAhead = ahead && isPrepaid(planOn(facts.policy.changes, next).plan)
  const advance = paysAhead
    ? [...eachDay(next, monthEnd(next))].map(date => dayFrom(facts, date, { date, keys: 0, ...nobody }))
    : []
  const charged = await findCharged(ctx.db, from, monthEnd(next), licenseKinds)
  return {
    policy: facts.policy,
    days,
    lines: chargesOf({ days, advance, charged, discount: facts.policy.discount }),
  }
}

/** Usage with the plan of each day, for the curve. */
export async function usageDays(ctx: TransactionContext, from: Day, to: Day): Promise<UsageDay[]> {
  const [policy, rows] = await sendTogether(policyHere(ctx), usageFrom(ctx, from, to))
  return [...rows.values()]
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(row => ({
      ...row,
      licenses: planOn(policy.changes, row.date).licenses,
      trial: isTrial(policy, row.date),
    }))
}

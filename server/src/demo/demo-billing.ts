import { reminderDays } from '@claviger/contract/billing/bills'
import { paymentMethods, paymentStatus } from '@claviger/contract/billing/money'
import { closePeriod } from '../features/billing/bills/bills.issue.ts'
import { payBill } from '../features/billing/bills/bills.states.ts'
import { writePolicy } from '../features/billing/plans/plans.change.ts'
import { dayAfter, dayOfInstant, eachDay, monthEnd, startOfDay } from '../features/billing/prices/prices.days.ts'
import { hours, later } from '../platform/clock.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import type { Random } from './random.ts'

const keyLimit = 2000
const dueDays = 14

/** The transaction at an earlier time, with a short time to pay. */
const at = (ctx: TransactionContext, moment: Date): TransactionContext => ({
  ...ctx,
  clock: { now: () => moment },
  config: { ...ctx.config, billingFile: { ...ctx.config.billingFile, dueDays } },
})

/**
 * Pay as you go by wire transfer, with the active keys of each day since the workspace was created, paid invoices, and
 * an unpaid last one. Called before any user has a role, so that no email is sent.
 */
export async function insertBilling(
  ctx: TransactionContext,
  workspace: string,
  opened: Date,
  keysSince: readonly Date[],
  chance: Random,
): Promise<void> {
  if (!ctx.config.billing) return
  await writePolicy(ctx, {
    key_limit: keyLimit,
    payment_method: paymentMethods.wire,
    buyer: {
      name: 'Northgate Hospital',
      country: 'DE',
      province: 'Berlin',
      city: 'Berlin',
      address: 'Nordtor 12',
      postalCode: '13347',
    },
  })
  await insertUsage(ctx, workspace, opened, keysSince, chance)
  await insertInvoices(ctx, workspace, dayOfInstant(opened))
  await writePolicy(ctx, { email: 'accounts@northgate.example' })
}

function insertUsage(
  ctx: TransactionContext,
  workspace: string,
  opened: Date,
  keysSince: readonly Date[],
  chance: Random,
): Promise<void> {
  const yesterday = dayOfInstant(later(ctx.clock.now(), -hours(24)))
  const days = [...eachDay(dayOfInstant(opened), yesterday)]
  return insertMany(
    ctx.db,
    'usage_days',
    {
      workspace_id: 'uuid',
      day: 'date',
      keys: 'integer',
      sso_users: 'integer',
      new_sso_users: 'integer',
      second_factor_users: 'integer',
      new_second_factor_users: 'integer',
    },
    days.map(day => {
      const inMonth = Number(day.slice(8))
      const keys = keysSince.filter(since => since < startOfDay(dayAfter(day))).length
      const share = keys / keysSince.length
      const users = Math.round(share * (180 + chance.below(60)))
      const second = Math.round(share * (25 + chance.below(15)))
      const fresh = (all: number) => Math.min(all, inMonth === 1 ? all : Math.round(all / (inMonth + 1)))
      return [workspace, day, keys, users, fresh(users), second, fresh(second)]
    }),
  )
}

async function insertInvoices(ctx: TransactionContext, workspace: string, first: string): Promise<void> {
  const today = dayOfInstant(ctx.clock.now())
  const issued: { id: string; due: string; total: number }[] = []
  for (let from = first; monthEnd(from) < today; from = dayAfter(monthEnd(from))) {
    const next = later(startOfDay(dayAfter(monthEnd(from))), hours(1))
    const closed = await closePeriod(at(ctx, next), monthEnd(from))
    const { invoiceId, dueDate, total = 0 } = closed?.bill ?? {}
    if (invoiceId && dueDate) issued.push({ id: invoiceId, due: dueDate, total })
  }
  const due = issued.filter(bill => bill.due < today)
  for (const bill of due.slice(0, -1)) {
    const payment = { reference: 'wire', amount: bill.total, method: paymentMethods.wire }
    await payBill(at(ctx, later(startOfDay(bill.due), -hours(40))), bill.id, payment)
  }
  const last = due.at(-1)
  if (!last) return
  await ctx.db.updateTable('bills').set({ status: paymentStatus.overdue }).where('id', '=', last.id).execute()
  // They were sent: the demo neither mails nor warns anyone
  await insertMany(
    ctx.db,
    'bill_reminders',
    { workspace_id: 'uuid', bill_id: 'uuid', days: 'smallint', sent_at: 'timestamptz' },
    reminderDays.map(days => [workspace, last.id, days, startOfDay(last.due)]),
  )
}

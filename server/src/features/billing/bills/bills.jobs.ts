import { reminderDays } from '@claviger/contract/billing/bills'
import { paymentStatus } from '@claviger/contract/billing/money'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import type { JobKind } from '#platform/jobs.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { ownWorkspaceRow, setStatus } from '#features/tenancy/workspaces/workspaces.ts'
import { addDays, dayBefore, dayOfInstant, daysBetween, monthEnd } from '../prices/prices.days.ts'
import { periodStart } from '../plans/plans.facts.ts'
import { findBilled } from '../plans/plans.ts'
import { computeUsage } from '../usage/usage.ts'
import { closePeriod, logObject } from './bills.issue.ts'
import { mailReminder } from './bills.mails.ts'
import { heldBill, isUnpaid, lastReminder } from './bills.states.ts'
import { changeBill, findDue, insertReminder } from './bills.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'bills', ip: '', userAgent: '' },
} as const

/**
 * Closes all periods whose month has ended, one transaction for each workspace and month. What an interrupted run left is
 * done by the next one, and what it did is not done again.
 */
export async function closeMonths(world: AppContext): Promise<void> {
  await computeUsage(world)
  const failed: unknown[] = []
  for (const workspace of await transact(world, { ...from, everywhere: true }, ctx => findBilled(ctx.db))) {
    try {
      while (await closeMonth(world, workspace));
    } catch (error) {
      world.log.error({ workspace, err: error }, 'a billing period could not be closed')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw failed[0]
}

const closeMonth = (world: AppContext, workspace: string): Promise<boolean> =>
  transact(world, { ...from, workspace }, async ctx => {
    const start = await periodStart(ctx)
    const yesterday = dayBefore(dayOfInstant(ctx.clock.now()))
    if (start === undefined || monthEnd(start) > yesterday) return false
    return (await closePeriod(ctx, monthEnd(start))) !== undefined
  })

export const closeMonthsNightly: JobKind = {
  name: 'billing-close',
  cron: '40 0 * * *',
  silent: {
    tables: ['usage_days', 'usage_users', 'usage_progress', 'key_ledger', 'billing_policies'],
    because: 'It counts; each closed period is recorded',
  },
  async work(world) {
    if (world.config.billing) await closeMonths(world)
  },
}

/** Marks invoices overdue and sends their reminders; each of them once. */
export async function remindOfBills(world: AppContext): Promise<void> {
  const until = addDays(dayOfInstant(world.clock.now()), 7)
  const due = await transact(world, { ...from, everywhere: true }, ctx => findDue(ctx.db, until))
  for (const { workspace_id: workspace, id } of due)
    await transact(world, { ...from, workspace }, ctx => remind(ctx, id))
}

async function remind(ctx: TransactionContext, id: string): Promise<void> {
  const row = await heldBill(ctx, id)
  if (!isUnpaid(row) || row.due_day === null) return
  const late = daysBetween(row.due_day, dayOfInstant(ctx.clock.now()))
  if (late > 0 && row.status === paymentStatus.pending) {
    await changeBill(ctx.db, id, { status: paymentStatus.overdue })
    await record(ctx, { action: 'bill.overdue', object: logObject(row), after: { due: row.due_day } })
  }
  // After downtime only the latest reminder is sent
  const step = reminderDays.findLast(days => days <= late)
  if (step === undefined || !(await insertReminder(ctx.db, id, step, ctx.clock.now()))) return
  await mailReminder(ctx, row, step)
  if (step === lastReminder && (await ownWorkspaceRow(ctx)).status === workspaceStatus.active) {
    await setStatus(ctx, workspaceStatus.warning)
    await record(ctx, { action: 'bill.workspace-warned', object: logObject(row) })
  }
}

export const remindersDaily: JobKind = {
  name: 'billing-reminders',
  cron: '10 6 * * *',
  silent: {
    tables: ['bill_reminders'],
    because: 'A reminder changes nothing; a new status of the invoice is recorded',
  },
  async work(world) {
    if (world.config.billing) await remindOfBills(world)
  },
}

import { minutes, later } from '#platform/clock.ts'
import type { JobKind } from '#platform/jobs.ts'
import { Problem } from '#platform/problem.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AppContext } from '#platform/app-context.ts'
import { gatewayOf } from '../cards/cards.gateway.ts'
import { chargeInvoice } from './payments.charge.ts'
import { applyEvent } from './payments.events.ts'
import { type DuePayment, duePayments } from './payments.store.ts'

const request = { id: 'payments', ip: '', userAgent: '' }
const payments = { kind: 'operator', name: 'Payments' } as const

/** How long an answer is waited for until the charge is looked up. */
const lostAfter = minutes(5)

// A gateway that is down for a day loses nothing
const patience = { tries: 200, longestWait: 1800 }

/** Charges one invoice, or looks up the charge whose answer was lost. */
export const chargeBill: JobKind<DuePayment> = {
  name: 'charge-bill',
  takers: 3,
  patience,
  async work(world, { workspace, invoice }) {
    const gateway = gatewayOf(world)
    if (!gateway) return
    try {
      await chargeInvoice(gateway, work => transact(world, { actor: payments, request, workspace }, work), {
        invoice,
        onSession: false,
      })
    } catch (error) {
      // Paid, deleted, or without a card meanwhile; reminders follow the due day
      if (!(error instanceof Problem)) throw error
    }
  },
}

/** Finds invoices to charge. One that is queued twice is charged once. */
export const chargeDueBills: JobKind = {
  name: 'charge-due-bills',
  cron: '*/10 * * * *',
  silent: { tables: [], because: 'Each charge writes its own log entry' },
  work: announceDue,
}

async function announceDue(world: AppContext): Promise<void> {
  if (!gatewayOf(world)) return
  const now = world.clock.now()
  await transact(world, { actor: payments, request, everywhere: true }, async ctx => {
    for (const due of await duePayments(ctx.db, now, later(now, -lostAfter)))
      await ctx.jobs.announce(ctx, chargeBill, due)
  })
}

/** Applies one event of the payment service. */
export const paymentEvent: JobKind<{ id: string }> = {
  name: 'payment-event',
  takers: 2,
  patience,
  silent: { tables: ['payment_events'], because: 'Each change of a payment writes its own log entry' },
  work: (world, { id }) => applyEvent(world, id),
}

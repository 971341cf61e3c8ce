import { workspaceOf, transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { disputeBill, heldBill } from '../bills/bills.states.ts'
import { type DisputeState, gatewayOf, type PaymentGateway } from '../cards/cards.gateway.ts'
import { applyOutcome, logObjectOfBill } from './payments.settle.ts'
import * as store from './payments.store.ts'
import type { PaymentRow } from './payments.store.ts'

const request = { id: 'payment-event', ip: '', userAgent: '' }
const service = { kind: 'operator', name: 'Payment service' } as const

/** Stores a signed event once, whatever the number of its deliveries. @throws GatewayRefusal */
export async function storeEvent(
  world: AppContext,
  gateway: PaymentGateway,
  job: JobKind<{ id: string }>,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const now = world.clock.now()
  const { id, type, subject } = gateway.readEvent(body, signature, now)
  if (!subject) return
  const about = 'charge' in subject ? `charge ${subject.charge}` : `dispute ${subject.dispute}`
  await transact(world, { actor: service, request, everywhere: true }, async ctx => {
    if (await store.insertEvent(ctx.db, { id, type, subject: about, at: now }))
      await ctx.jobs.announce(ctx, job, { id })
  })
}

/** Reads the current state from the payment service, because events arrive in any order. */
export async function applyEvent(world: AppContext, id: string): Promise<void> {
  const gateway = gatewayOf(world)
  const everywhere = <T>(work: (ctx: TransactionContext) => Promise<T>) =>
    transact(world, { actor: service, request, everywhere: true }, work)
  const event = await everywhere(ctx => store.findEvent(ctx.db, id))
  if (!gateway || !event || event.done_at) return
  const [kind = '', reference = ''] = event.subject.split(' ')
  const dispute = kind === 'dispute' ? await gateway.disputeOf(reference) : undefined
  const outcome = await gateway.chargeOf(dispute?.charge ?? reference)
  const row =
    outcome.payment === undefined
      ? undefined
      : await everywhere(ctx => store.findAnywhere(ctx.db, { id: outcome.payment ?? '' }))
  // Other charges of the same account
  if (row)
    await transact(world, { actor: service, request, workspace: row.workspace_id }, async ctx => {
      await applyOutcome(ctx, row.id, outcome)
      if (dispute) await noteDisputeOf(ctx, row, dispute)
    })
  await everywhere(ctx => store.endEvent(ctx.db, id, world.clock.now()))
}

async function noteDisputeOf(ctx: TransactionContext, row: PaymentRow, dispute: DisputeState): Promise<void> {
  const { reference, amount, reason, status, openedAt } = dispute
  const isNews = await store.putDispute(ctx.db, {
    workspace_id: workspaceOf(ctx),
    reference,
    payment_id: row.id,
    amount,
    reason,
    status,
    opened_at: openedAt,
  })
  if (!isNews) return
  await disputeBill(ctx, row.invoice_id, status !== 'won' && status !== 'warning_closed')
  await record(ctx, {
    action: 'payment.disputed',
    object: logObjectOfBill(await heldBill(ctx, row.invoice_id)),
    after: { amount, currency: row.currency, reason, status },
  })
}

import { paymentMethods, paymentStatus, billKinds } from '@claviger/contract/billing/money'
import { paymentStates } from '@claviger/contract/billing/payments'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type PaymentRow = Selectable<Tables['payments']>
export type RefundRow = Selectable<Tables['payment_refunds']>
export type DisputeRow = Selectable<Tables['payment_disputes']>

export const insertAttempt = (db: Db, row: Insertable<Tables['payments']>): Promise<PaymentRow> =>
  db.insertInto('payments').values(row).returningAll().executeTakeFirstOrThrow()

export async function paymentsOf(db: Db, invoice: string): Promise<PaymentRow[]> {
  const { rows } = await run<PaymentRow>(
    db,
    `select * from payments where workspace_id = current_workspace() and invoice_id = $1::uuid order by attempt`,
    [invoice],
  )
  return rows
}

export async function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await run<PaymentRow>(
    db,
    `select * from payments where workspace_id = current_workspace() and id = $1::uuid for update`,
    [id],
  )
  return rows[0]
}

export const updatePayment = (db: Db, workspace: string, id: string, to: Updateable<Tables['payments']>) =>
  db
    .updateTable('payments')
    .set(to)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The payment of any workspace, for a transaction that sees all of them. */
export async function findAnywhere(
  db: Db,
  by: { id: string } | { reference: string },
): Promise<PaymentRow | undefined> {
  const found = db.selectFrom('payments').selectAll()
  return 'id' in by
    ? found.where('id', '=', by.id).executeTakeFirst()
    : found.where('reference', '=', by.reference).executeTakeFirst()
}

export async function refundsOf(db: Db, payments: readonly string[]): Promise<RefundRow[]> {
  const { rows } = await run<RefundRow>(
    db,
    `select * from payment_refunds where workspace_id = current_workspace() and payment_id = any($1::uuid[])
     order by created_at, id`,
    [payments],
  )
  return rows
}

export const insertRefund = (db: Db, row: Insertable<Tables['payment_refunds']>): Promise<RefundRow> =>
  db.insertInto('payment_refunds').values(row).returningAll().executeTakeFirstOrThrow()

export async function updateRefund(
  db: Db,
  { id, state, reference }: { id: string; state: number; reference: string | null },
): Promise<void> {
  await run(
    db,
    `update payment_refunds set state = $2, reference = coalesce($3, reference)
     where workspace_id = current_workspace() and id = $1::uuid`,
    [id, state, reference],
  )
}

export async function disputesOf(db: Db, payments: readonly string[]): Promise<DisputeRow[]> {
  const { rows } = await run<DisputeRow>(
    db,
    `select * from payment_disputes where workspace_id = current_workspace() and payment_id = any($1::uuid[])
     order by opened_at, reference`,
    [payments],
  )
  return rows
}

/** Notes the status of a dispute; false if it is known already. */
export async function putDispute(db: Db, row: Insertable<Tables['payment_disputes']>): Promise<boolean> {
  const { rows } = await run(
    db,
    `insert into payment_disputes (workspace_id, reference, payment_id, amount, reason, status, opened_at)
     values ($1::uuid, $2, $3::uuid, $4, $5, $6, $7)
     on conflict (workspace_id, reference) do update set status = excluded.status, amount = excluded.amount
       where payment_disputes.status <> excluded.status
     returning reference`,
    [row.workspace_id, row.reference, row.payment_id, row.amount, row.reason, row.status, row.opened_at],
  )
  return rows.length > 0
}

export interface DuePayment {
  workspace: string
  invoice: string
}

/**
 * Invoices that a card must be charged for: those without an attempt, those whose retry is due, and those whose answer
 * was lost a while ago.
 */
export async function duePayments(db: Db, now: Date, lostBefore: Date): Promise<DuePayment[]> {
  const { rows } = await run<DuePayment>(
    db,
    `select b.workspace_id as workspace, b.id as invoice from bills b
       where b.status = $3 and b.kind = $4 and b.payment_method = $5
         and not exists (select from payments p where p.workspace_id = b.workspace_id and p.invoice_id = b.id)
     union
     select workspace_id, invoice_id from payments where retry_at <= $1
     union
     select workspace_id, invoice_id from payments where state = $6 and changed_at <= $2`,
    [now, lostBefore, paymentStatus.pending, billKinds.invoice, paymentMethods.creditCard, paymentStates.sent],
  )
  return rows
}

/** Stores an event; false if it was stored before. */
export async function insertEvent(
  db: Db,
  event: { id: string; type: string; subject: string; at: Date },
): Promise<boolean> {
  const { rows } = await run(
    db,
    `insert into payment_events (id, type, subject, received_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id`,
    [event.id, event.type, event.subject, event.at],
  )
  return rows.length > 0
}

export async function findEvent(db: Db, id: string): Promise<{ subject: string; done_at: Date | null } | undefined> {
  const { rows } = await run<{ subject: string; done_at: Date | null }>(
    db,
    'select subject, done_at from payment_events where id = $1',
    [id],
  )
  return rows[0]
}

export async function endEvent(db: Db, id: string, at: Date): Promise<void> {
  await run(db, 'update payment_events set done_at = $2 where id = $1', [id, at])
}

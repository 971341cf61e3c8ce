import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { Seller } from '@claviger/contract/billing/bills'
import { type BillingAddress, paymentStatus } from '@claviger/contract/billing/money'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface BillRow {
  workspace_id: string
  id: string
  kind: number
  number: string | null
  corrects: string | null
  corrects_number: string | null
  status: number
  plan: number
  from_day: string
  to_day: string
  currency: string
  keys: number
  price: number
  lines: BillLine[]
  subtotal: number
  tax_rate: number
  reverse_charge: boolean
  tax: number
  total: number
  seller: Seller
  buyer: BillingAddress | null
  workspace_name: string
  language: string
  payment_method: number | null
  paid: number
  credited: number
  refunded: number
  disputed: boolean
  issued_at: Date | null
  due_day: string | null
  paid_at: Date | null
  created_at: Date
}

export type NewBill = Omit<BillRow, 'corrects_number' | 'paid' | 'credited' | 'refunded' | 'disputed'>

// Without the lines, which lists don't show
const short = sql`b.workspace_id, b.id, b.kind, b.number, b.corrects, b.status, b.plan, b.from_day::text as from_day,
  b.to_day::text as to_day, b.currency, b.keys, b.price, b.subtotal, b.tax_rate, b.reverse_charge, b.tax, b.total,
  b.workspace_name, b.language, b.payment_method, b.paid, b.credited, b.refunded, b.disputed, b.issued_at,
  b.due_day::text as due_day, b.paid_at, b.created_at,
  (select c.number from bills c where c.workspace_id = b.workspace_id and c.id = b.corrects) as corrects_number`
const full = sql`${short}, b.lines, b.seller, b.buyer`

export type ShortBillRow = Omit<BillRow, 'lines' | 'seller' | 'buyer'>

const list = {
  from: sql`bills b`,
  select: short,
  search: { in: [sql`coalesce(b.number, '') || ' ' || b.workspace_name`] },
  sorts: { period: { by: sql`b.from_day::text`, type: 'text' }, total: { by: sql`b.total::integer`, type: 'integer' } },
  id: sql`b.id`,
  defaultSort: 'period',
} as const

export const billList: Omit<ListQuery<ShortBillRow>, 'item'> = {
  ...list,
  here: sql`b.workspace_id = current_workspace()`,
  where: [sql`b.number is not null`],
}

/** Bills of all workspaces, also drafts. */
export const allBillList = (status: number | undefined): Omit<ListQuery<ShortBillRow>, 'item'> => ({
  ...list,
  where: status === undefined ? [] : [sql`b.status = ${status}`],
})

export async function findBill(db: Db, id: string): Promise<BillRow | undefined> {
  const { rows } = await sql<BillRow>`
    select ${full} from bills b where b.workspace_id = current_workspace() and b.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function lockBill(db: Db, id: string): Promise<BillRow | undefined> {
  const { rows } = await sql<BillRow>`
    select ${full} from bills b where b.workspace_id = current_workspace() and b.id = ${id}::uuid for update of b`.execute(
    db,
  )
  return rows[0]
}

/** The workspace of a bill, for super administrators. */
export async function findBillWorkspace(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select b.workspace_id from bills b where b.id = ${id}::uuid`.execute(db)
  return rows[0]?.workspace_id
}

export async function insertBill(db: Db, row: NewBill): Promise<void> {
  const { lines, seller, buyer, ...plain } = row
  await db
    .insertInto('bills')
    .values({
      ...plain,
      lines: JSON.stringify(lines),
      seller: JSON.stringify(seller),
      buyer: buyer && JSON.stringify(buyer),
    })
    .execute()
}

const here = sql<string>`current_workspace()`

export interface BillChange {
  number?: string
  status?: number
  issued_at?: Date
  due_day?: string | null
  paid_at?: Date | null
  paid?: number
  credited?: number
  refunded?: number
  disputed?: boolean
}

export async function changeBill(db: Db, id: string, to: BillChange): Promise<void> {
  await db.updateTable('bills').set(to).where('workspace_id', '=', here).where('id', '=', id).execute()
}

export async function deleteBill(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bills').where('workspace_id', '=', here).where('id', '=', id).execute()
}

/** The next number of a series and year; the transaction holds the series until its end. */
export async function nextBillNumber(db: Db, prefix: string, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into bill_series as s (prefix, year, last) values (${prefix}, ${year}, 1)
    on conflict (prefix, year) do update set last = s.last + 1 returning s.last`.execute(db)
  return rows[0]?.last ?? 1
}

export async function insertPeriod(
  db: Db,
  period: { from: string; to: string; bill: string | null; now: Date },
): Promise<void> {
  await sql`insert into billing_periods (workspace_id, from_day, to_day, bill_id, closed_at)
    values (current_workspace(), ${period.from}::date, ${period.to}::date, ${period.bill}::uuid, ${period.now})`.execute(
    db,
  )
}

/** Notes a payment; false if its reference was noted before. */
export async function insertPayment(
  db: Db,
  bill: string,
  payment: { reference: string; amount: number; method: number; at: Date; by: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into bill_payments (workspace_id, bill_id, reference, amount, method, received_at, by_name)
    values (current_workspace(), ${bill}::uuid, ${payment.reference}, ${payment.amount}, ${payment.method}, ${payment.at}, ${payment.by})
    on conflict do nothing returning bill_id`.execute(db)
  return rows.length > 0
}

/** Sums of the payments and credit notes of a bill. */
export async function findSums(db: Db, bill: string): Promise<{ paid: number; credited: number; tax: number }> {
  const { rows } = await sql<{ paid: number; credited: number; tax: number }>`
    select (select coalesce(sum(p.amount), 0)::bigint from bill_payments p
        where p.workspace_id = current_workspace() and p.bill_id = ${bill}::uuid) as paid,
      coalesce(sum(c.total), 0)::bigint as credited, coalesce(sum(c.tax), 0)::bigint as tax
    from bills c where c.workspace_id = current_workspace() and c.corrects = ${bill}::uuid and c.number is not null`.execute(
    db,
  )
  return rows[0] ?? { paid: 0, credited: 0, tax: 0 }
}

export interface DueBill {
  workspace_id: string
  id: string
}

/** Issued and unpaid bills that are due within a week, or were due. */
export async function findDue(db: Db, until: string): Promise<DueBill[]> {
  const { rows } = await sql<DueBill>`
    select b.workspace_id, b.id from bills b where b.status in (${sql.lit(paymentStatus.overdue)}, ${sql.lit(paymentStatus.pending)}) and b.due_day <= ${until}::date
      and exists (select from workspaces w where w.id = b.workspace_id) order by b.due_day, b.id`.execute(db)
  return rows
}

/** Notes a reminder; false if it was sent before. */
export async function insertReminder(db: Db, bill: string, days: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into bill_reminders (workspace_id, bill_id, days, sent_at) values (current_workspace(), ${bill}::uuid, ${days}, ${now})
    on conflict do nothing returning days`.execute(db)
  return rows.length > 0
}

/** How many unpaid bills of the workspace had the last reminder? */
export async function countWarnings(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from bills b join bill_reminders r on r.workspace_id = b.workspace_id and r.bill_id = b.id
    where b.workspace_id = current_workspace() and b.status = ${sql.lit(paymentStatus.overdue)} and r.days = ${days}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export async function hadReminder(db: Db, bill: string, days: number): Promise<boolean> {
  const { rows } = await sql`
    select from bill_reminders r where r.workspace_id = current_workspace() and r.bill_id = ${bill}::uuid and r.days = ${days}`.execute(
    db,
  )
  return rows.length > 0
}

/** The oldest overdue invoice of the workspace. */
export async function findOldestOverdue(db: Db): Promise<ShortBillRow | undefined> {
  const { rows } = await sql<ShortBillRow>`
    select ${short} from bills b where b.workspace_id = current_workspace() and b.status = ${sql.lit(paymentStatus.overdue)}
    order by b.due_day, b.id limit 1`.execute(db)
  return rows[0]
}

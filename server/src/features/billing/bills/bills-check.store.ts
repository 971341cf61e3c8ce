import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { BillRow } from './bills.store.ts'

export type CheckedBill = Pick<
  BillRow,
  | 'workspace_id'
  | 'id'
  | 'number'
  | 'status'
  | 'corrects'
  | 'lines'
  | 'subtotal'
  | 'tax'
  | 'tax_rate'
  | 'total'
  | 'paid'
  | 'credited'
  | 'refunded'
> & { payments: number; credits: number }

const part = 500
const first = '00000000-0000-0000-0000-000000000000'

/** All bills of all workspaces, a part at a time. */
export async function* readBills(db: Db): AsyncGenerator<CheckedBill> {
  for (let after = first; ;) {
    const { rows } = await sql<CheckedBill>`
      select b.workspace_id, b.id, b.number, b.status, b.corrects, b.lines, b.subtotal, b.tax, b.tax_rate, b.total, b.paid,
        b.credited, b.refunded,
        (select coalesce(sum(p.amount), 0)::bigint from bill_payments p where p.workspace_id = b.workspace_id and p.bill_id = b.id) as payments,
        (select coalesce(sum(c.total), 0)::bigint from bills c where c.workspace_id = b.workspace_id and c.corrects = b.id
          and c.number is not null) as credits
      from bills b where b.id > ${after}::uuid order by b.id limit ${part}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < part) return
    after = last.id
  }
}

export async function findSeries(db: Db): Promise<{ prefix: string; year: number; last: number }[]> {
  const { rows } = await sql<{ prefix: string; year: number; last: number }>`
    select s.prefix, s.year, s.last from bill_series s order by s.prefix, s.year`.execute(db)
  return rows
}

export interface Period {
  workspace_id: string
  from_day: string
  to_day: string
  bill_id: string | null
  has_bill: boolean
}

export async function readPeriods(db: Db): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select p.workspace_id, p.from_day::text as from_day, p.to_day::text as to_day, p.bill_id, b.id is not null as has_bill
    from billing_periods p left join bills b on b.workspace_id = p.workspace_id and b.id = p.bill_id
    order by p.workspace_id, p.from_day`.execute(db)
  return rows
}

/** Pools with a limit, with their keys counted again. */
export async function findPools(
  db: Db,
): Promise<{ workspace_id: string; used: number; counted: number; waiting: number }[]> {
  const { rows } = await sql<{ workspace_id: string; used: number; counted: number; waiting: number }>`
    select p.workspace_id, p.used, keys_in_use(p.workspace_id) as counted,
      (select count(*)::integer from license_waits w where w.workspace_id = p.workspace_id) as waiting
    from license_pools p where p.key_limit is not null`.execute(db)
  return rows
}

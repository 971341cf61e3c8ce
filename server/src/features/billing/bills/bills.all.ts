import type { BillDetails } from '@claviger/contract/billing/bills'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findBill, findBillWorkspace } from './bills.store.ts'
import { detailsOf } from './bills.ts'

export { allBillList as allBillsQuery, type ShortBillRow } from './bills.store.ts'

export const workspaceOfBill = (ctx: TransactionContext, id: string): Promise<string | undefined> =>
  findBillWorkspace(ctx.db, id)

/** A bill of the transaction's workspace, also a draft. @throws not-found */
export async function billOfAny(ctx: TransactionContext, id: string): Promise<BillDetails> {
  const row = await findBill(ctx.db, id)
  if (!row) throw problem('not-found')
  return detailsOf(row)
}

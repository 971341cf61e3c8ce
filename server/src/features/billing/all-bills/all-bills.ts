import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { allBills } from '@claviger/contract/billing/all-bills'
import type { BillDetails } from '@claviger/contract/billing/bills'
import { paginate } from '#platform/db/page.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { htmlOf } from '../bills/bills.html.ts'
import { issueCurrent } from '../bills/bills.issue.ts'
import { allBillsQuery, billOfAny, type ShortBillRow, workspaceOfBill } from '../bills/bills.all.ts'
import { billOf, currentBill, listBills } from '../bills/bills.ts'
import { enterBilled, policyHere } from '../plans/plans.ts'

type InputFor<Call extends keyof typeof allBills.calls> = OutputOf<(typeof allBills.calls)[Call]['input']>
type All = OutputOf<typeof allBills.list.reply>

/** Enters the workspace of a bill. @throws not-found */
export async function enterBill(ctx: TransactionContext, id: string): Promise<void> {
  const workspace = await workspaceOfBill(ctx, id)
  if (workspace === undefined) throw problem('not-found')
  await enterOnly(ctx, workspace)
}

export const listAllBills = (ctx: TransactionContext, ask: InputFor<'list'>): Promise<All> =>
  paginate<All['items'][number]>(ctx, ask, {
    ...allBillsQuery(ask.status),
    item: (row: ShortBillRow) => ({ ...billOf(row), workspace: { id: row.workspace_id, name: row.workspace_name } }),
  })

export async function historyOf(ctx: TransactionContext, { id, ...page }: InputFor<'history'>) {
  await enterOnly(ctx, id)
  await policyHere(ctx)
  return listBills(ctx, { ...page, sort: 'period', order: 'desc' })
}

/** The running bill, with the document that shows it (R10). @throws not-found, not-here */
export async function currentOf(ctx: TransactionContext, { workspaceId, paymentMethod }: InputFor<'current'>) {
  await enterBilled(ctx, workspaceId)
  const bill = await currentBill(ctx)
  const shown = { ...bill, paymentMethod: paymentMethod ?? bill.paymentMethod }
  return { ...shown, document: htmlOf(shown, ctx.request.language ?? 'en') }
}

/** @throws not-found */
export async function anyBill(ctx: TransactionContext, id: string): Promise<BillDetails> {
  await enterBill(ctx, id)
  return billOfAny(ctx, id)
}

/** @throws not-found, not-here, nothing-to-issue, billing-address-missing */
export async function issueBillOf(ctx: TransactionContext, { id }: { id: string }): Promise<BillDetails> {
  await enterBilled(ctx, id)
  return issueCurrent(ctx)
}

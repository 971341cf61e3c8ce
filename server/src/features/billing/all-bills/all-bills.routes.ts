import { allBills } from '@claviger/contract/billing/all-bills'
import { doneReply } from '@claviger/contract/platform/fields'
import { bind, withoutTransaction } from '#http/bind.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import { billOfAny } from '../bills/bills.all.ts'
import { checkoutBillOf } from '../payments/payments.ts'
import { creditBill } from '../bills/bills.credit.ts'
import { htmlOf, htmlReply } from '../bills/bills.html.ts'
import { pdfReply } from '../bills/bills.pdf.ts'
import { createBill, issueStored, removeBill, sampleBill } from '../bills/bills.manual.ts'
import { approveBill } from '../bills/bills.states.ts'
import { anyBill, issueBillOf, currentOf, enterBill, historyOf, listAllBills } from './all-bills.ts'

const languageOf = (ctx: TransactionContext) => ctx.request.language ?? 'en'

const inside =
  <I extends { id: string }, R>(work: (ctx: TransactionContext, input: I) => Promise<R>) =>
  async (ctx: TransactionContext, input: I): Promise<R> => {
    await enterBill(ctx, input.id)
    return work(ctx, input)
  }

export default bind(allBills, {
  list: listAllBills,
  history: historyOf,
  current: currentOf,
  document: async (ctx, { invoiceId, workspaceId }) => {
    await enterOnly(ctx, workspaceId)
    return htmlReply(htmlOf(await billOfAny(ctx, invoiceId), languageOf(ctx)))
  },
  pdf: withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) =>
    pdfReply(await ctx.transact(one => anyBill(one, id)), ctx.request.language ?? 'en'),
  ),
  one: (ctx, { id }) => anyBill(ctx, id),
  create: createBill,
  sample: async (ctx, input) => htmlReply(htmlOf(await sampleBill(ctx, input), languageOf(ctx))),
  issue: inside(issueStored),
  close: issueBillOf,
  checkout: withoutTransaction(checkoutBillOf),
  approve: inside(approveBill),
  credit: inside(creditBill),
  remove: inside(async (ctx, input) => {
    await removeBill(ctx, input)
    return doneReply
  }),
})

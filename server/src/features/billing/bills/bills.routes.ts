import { bills } from '@claviger/contract/billing/bills'
import { bind, FileReply, withoutTransaction } from '#http/bind.ts'
import { csvOf } from './bills.document.ts'
import { htmlOf, htmlReply } from './bills.html.ts'
import { pdfReply } from './bills.pdf.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { checkoutBill } from '../payments/payments.ts'
import { issueCurrent } from './bills.issue.ts'
import { currentBill, listBills, oneBill, shownBill } from './bills.ts'

export default bind(bills, {
  current: currentBill,
  history: listBills,
  one: oneBill,
  invoice: async (ctx, input) => htmlReply(htmlOf(await shownBill(ctx, input), ctx.request.language ?? 'en')),
  pdf: withoutTransaction(async (ctx: RequestContext, input: { id: string }) =>
    pdfReply(await ctx.transact(one => shownBill(one, input)), ctx.request.language ?? 'en'),
  ),
  csv: async (ctx, input) => {
    const bill = await shownBill(ctx, input)
    return new FileReply(csvOf(bill), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="${bill.number ?? 'current'}.csv"`,
    })
  },
  checkout: withoutTransaction(checkoutBill),
  issue: issueCurrent,
})

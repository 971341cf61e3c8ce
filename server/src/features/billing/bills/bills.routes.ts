import { bills } from '@claviger/contract/billing/bills'
import { bind, FileReply } from '#http/bind.ts'
import { csvOf, htmlOf } from './bills.document.ts'
import { checkout } from './bills.checkout.ts'
import { issueCurrent } from './bills.issue.ts'
import { currentBill, listBills, oneBill } from './bills.ts'

export default bind(bills, {
  current: currentBill,
  history: listBills,
  one: oneBill,
  invoice: async (ctx, input) =>
    new FileReply(htmlOf(await oneBill(ctx, input), ctx.request.language ?? 'en'), 'text/html; charset=utf-8'),
  csv: async (ctx, input) => {
    const bill = await oneBill(ctx, input)
    return new FileReply(csvOf(bill), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="${bill.number}.csv"`,
    })
  },
  checkout: (ctx, { invoiceId }) => checkout(ctx, invoiceId),
  issue: issueCurrent,
})

import { allBills } from '@claviger/contract/billing/all-bills'
import { done } from '@claviger/contract/platform/fields'
import { bind, FileReply } from '#http/bind.ts'
import type { Ctx } from '#platform/world.ts'
import { checkout } from '../bills/bills.checkout.ts'
import { creditBill } from '../bills/bills.credit.ts'
import { htmlOf } from '../bills/bills.document.ts'
import { createBill, issueStored, removeBill, sampleBill } from '../bills/bills.manual.ts'
import { approveBill } from '../bills/bills.states.ts'
import { anyBill, closeOf, currentOf, enterBill, historyOf, listAllBills } from './all-bills.ts'

const page = (html: string) => new FileReply(html, 'text/html; charset=utf-8')
const languageOf = (ctx: Ctx) => ctx.request.language ?? 'en'

const inside =
  <I extends { id: string }, R>(work: (ctx: Ctx, input: I) => Promise<R>) =>
  async (ctx: Ctx, input: I): Promise<R> => {
    await enterBill(ctx, input.id)
    return work(ctx, input)
  }

export default bind(allBills, {
  list: listAllBills,
  history: historyOf,
  current: currentOf,
  document: async (ctx, { invoiceId }) => page(htmlOf(await anyBill(ctx, invoiceId), languageOf(ctx))),
  one: (ctx, { id }) => anyBill(ctx, id),
  create: createBill,
  sample: async (ctx, input) => page(htmlOf(await sampleBill(ctx, input), languageOf(ctx))),
  issue: inside(issueStored),
  close: closeOf,
  checkout: async (ctx, { invoiceId }) => {
    await enterBill(ctx, invoiceId)
    return checkout(ctx, invoiceId)
  },
  approve: inside(approveBill),
  credit: inside(creditBill),
  remove: inside(async (ctx, input) => {
    await removeBill(ctx, input)
    return done
  }),
})

import { checkBilling } from '../features/billing/bills/bills.check.ts'
import { transact } from '../platform/db/transaction.ts'
import { type Command, CommandRefusal } from './command.ts'

const mostShown = 100
const request = { id: 'check-billing', ip: '', userAgent: '' }

export const checkBillingCommand: Command = {
  name: 'check-billing',
  takes: '',
  about: 'Checks all bills, numbers, periods, payments, and licenses by the rules of docs/billing.md; changes nothing',
  words: 0,
  options: {},
  async work(operator) {
    const from = { actor: { kind: 'operator', name: 'Command line' } as const, request, everywhere: true }
    const { bills, deviations } = await transact(operator.world, from, ctx => checkBilling(ctx.db))
    if (deviations.length > 0)
      throw new CommandRefusal(
        [
          `${deviations.length} deviations in ${bills} bills:`,
          ...deviations
            .slice(0, mostShown)
            .map(({ workspace, bill, says }) => `${workspace ?? 'installation'} ${bill ?? ''}: ${says}`),
        ].join('\n'),
      )
    return { json: { bills, deviations }, lines: [`${bills} bills checked. No deviations.`] }
  },
}

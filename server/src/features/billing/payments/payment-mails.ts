import { shortDayIn } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { payersOf } from '../plans/plans.ts'
import type { PaymentRow } from './payments.store.ts'

/** Emails everyone who pays that a charge failed, and what follows. */
export async function mailFailure(
  ctx: TransactionContext,
  bill: { number: string | null },
  row: PaymentRow,
): Promise<void> {
  const number = bill.number ?? ''
  for (const address of await payersOf(ctx))
    await mail(ctx, address, (say, language) => ({
      subject: say('Payment of invoice {number} failed', { number }),
      greeting: say('Hello,'),
      paragraphs: [
        say('Invoice {number} could not be charged to your card {card}.', { number, card: row.card ?? '' }),
        row.retry_at === null
          ? say('The invoice is overdue now. Pay it on the billing page, with this card or another one.')
          : say('The next attempt is on {day}. Until then, you can change the card on the billing page.', {
              day: shortDayIn(language, row.retry_at),
            }),
      ],
      button: { label: say('View invoices'), href: `${ctx.config.publicUrl}/dashboard/billing/status` },
      footer: say('You receive this email because you manage the billing of this workspace.'),
    }))
}

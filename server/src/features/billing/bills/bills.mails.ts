import { type BillDetails, reminderDays } from '@claviger/contract/billing/bills'
import { billKinds } from '@claviger/contract/billing/money'
import { isLanguage, type Language } from '@claviger/contract/platform/languages'
import { runParts } from '#platform/db/parts.ts'
import { type Translate, shortDayIn } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mailIn, mailLeft } from '#integrations/mail.ts'
import type { MailContent } from '#integrations/mail-template.ts'
import { startOfDay } from '../prices/prices.days.ts'
import { payersOf } from '../plans/plans.ts'
import { moneyIn } from './bills.money.ts'
import type { BillRow } from './bills.store.ts'
import { openOf } from './bills.ts'

/** Emails to everyone who pays, in the language of the workspace. */
async function mailPayers(
  ctx: TransactionContext,
  row: BillRow,
  write: (say: Translate, language: Language) => MailContent,
): Promise<void> {
  const language = isLanguage(row.language) ? row.language : 'en'
  const addresses = await payersOf(ctx)
  if (addresses.length === 0) return
  for (const address of addresses) await runParts(ctx.db, { mail: await mailIn(ctx, address, language, write) })
  ctx.whenCommitted(() => mailLeft(ctx))
}

const lastReminder = Math.max(...reminderDays)
const footer = (say: Translate) => say('You receive this email because you manage the billing of this workspace.')
const buttonOf = (ctx: TransactionContext, say: Translate, page: string) => ({
  label: say('View invoices'),
  href: ctx.config.publicUrl + page,
})

/** Tells about a new invoice or credit note. */
export const mailBill = (ctx: TransactionContext, row: BillRow, details: BillDetails): Promise<void> =>
  mailPayers(ctx, row, (say, language) => {
    const values = {
      number: details.number ?? '',
      workspace: row.workspace_name,
      total: moneyIn(language, details.total, details.currency),
    }
    const due = details.dueDate
    return {
      subject:
        details.kind === billKinds.invoice
          ? say('Invoice {number} for {workspace}', values)
          : say('Credit note {number} for {workspace}', values),
      greeting: say('Hello,'),
      paragraphs: [
        say('The total is {total}.', values),
        ...(due === null ? [] : [say('It is due on {day}.', { day: shortDayIn(language, startOfDay(due)) })]),
      ],
      button: buttonOf(ctx, say, '/dashboard/billing/history'),
      footer: footer(say),
    }
  })

/** Reminds of an unpaid invoice; `days` is the number of days since the due date, negative before it. */
export const mailReminder = (ctx: TransactionContext, row: BillRow, days: number): Promise<void> =>
  mailPayers(ctx, row, (say, language) => {
    const day = row.due_day === null ? '' : shortDayIn(language, startOfDay(row.due_day))
    const values = { number: row.number ?? '', day, open: moneyIn(language, openOf(row), row.currency) }
    return {
      subject:
        days <= 0
          ? say('Invoice {number} is due on {day}', values)
          : say('Invoice {number} is overdue since {day}', values),
      greeting: say('Hello,'),
      paragraphs: [
        say('{open} of invoice {number} is still unpaid.', values),
        ...(days >= lastReminder ? [say('Your workspace is marked for review. All users can still sign in.')] : []),
        say('If you have paid in the meantime, ignore this email.'),
      ],
      button: buttonOf(ctx, say, '/dashboard/billing/status'),
      footer: footer(say),
    }
  })

import { unconfirmedAddressDays, addressChangeDays } from '@claviger/contract/people/addresses'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

interface Told {
  from: string
  to: string
  name: string
  by: string
}

const guard = 'You receive this email because a security setting of your account has changed.'

export const mailAddressChange = (ctx: TransactionContext, { from, to, name, by }: Told, href: string): Promise<void> =>
  mail(ctx, from, say => ({
    subject: say('Is {to} your new email address?', { to }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('{by} wants to change the email address of your account from {from} to {to}.', { by, from, to }),
      say(
        'Nothing changes until you confirm. If this is wrong, cancel it on the same page and inform your administrator.',
      ),
      say("If you don't answer, an administrator can set the address after {days} days.", {
        days: unconfirmedAddressDays,
      }),
    ],
    button: { label: say('Review request'), href },
    footer: say('The link works once and expires after {days} days.', { days: addressChangeDays }),
  }))

export const mailChanged = (ctx: TransactionContext, { from, to, name, by }: Told): Promise<void> =>
  mail(ctx, from, say => ({
    subject: say('The email of your account was changed'),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('The email address of your account is now {to}. {by} changed it.', { to, by }),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    footer: say(guard),
  }))

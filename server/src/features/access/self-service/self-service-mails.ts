import type { CodeChannel } from '@claviger/contract/access/self-service'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { sendText } from '#integrations/sms.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { CardPage } from '../self-service-settings/self-service-settings.ts'

export async function sendCode(
  ctx: TransactionContext,
  page: CardPage,
  { user, by, address }: { user: UserRow; by: CodeChannel; address: string },
  code: string,
): Promise<void> {
  const minutes = ctx.config.codeMinutes
  const workspace = page.workspace.name
  if (by === 'phone') {
    await sendText(ctx, address, user.language, say =>
      say('{code} is your code for {workspace}. It is valid for {minutes} minutes.', { code, workspace, minutes }),
    )
    return
  }
  await mail(ctx, address, say => ({
    subject: say('Your code for the card page'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say('Enter this code on the card page of {workspace}. It is valid for {minutes} minutes.', {
        workspace,
        minutes,
      }),
    ],
    code,
    footer: say("If you aren't using the card page now, contact your administrator. It was opened with your name."),
  }))
}

const subjects = {
  enrolled: msg('A card was added to your account'),
  waiting: msg('A card is reserved for you'),
  recovered: msg('The PIN of your card was changed'),
}
const news = {
  enrolled: msg("A card was enrolled in your name on the page “{page}”. It's ready to use."),
  waiting: msg(
    'You were identified on the page “{page}” without a card. The next card you enroll there will be added to your account.',
  ),
  recovered: msg('The PIN of your card was reset on the page “{page}”.'),
}

/** Notifies a user that a card is now enrolled for them, or has a new PIN. */
export async function notifyPerson(
  ctx: TransactionContext,
  user: Pick<UserRow, 'email' | 'first_name'>,
  done: { what: 'enrolled' | 'waiting' | 'recovered'; page: CardPage },
): Promise<void> {
  if (user.email === null) return
  const { what, page } = done
  await mail(ctx, user.email, say => ({
    subject: say(subjects[what]),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say(news[what], { page: page.name }),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    button: { label: say('View your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}

/** Notifies the page owner's help desk that a visitor does not succeed; the visitor's identity is unknown. */
export async function notifyHelpdesk(
  ctx: TransactionContext,
  page: CardPage,
  helpdesk: string,
  failures: number,
): Promise<void> {
  await mail(ctx, helpdesk, say => ({
    subject: say('A user needs help on the card page “{page}”', { page: page.name }),
    greeting: say('Hello,'),
    paragraphs: [
      say(
        'A user entered {count} wrong answers on the card page “{page}”. The last one came from the address {address}.',
        {
          page: page.name,
          count: failures,
          address: ctx.request.ip,
        },
      ),
    ],
    footer: say('You receive this email because this page is set up to notify you.'),
  }))
}

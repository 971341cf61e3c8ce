import type { CodeChannel } from '@claviger/contract/access/self-service'
import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { text } from '../../../outside/sms.ts'
import type { UserRow } from '../../people/users/users.ts'
import type { Page } from '../self-service-settings/self-service-settings.ts'

/** Sends a code to the mailbox or the number on record. */
export async function sendCode(
  ctx: Ctx,
  page: Page,
  { user, by, address }: { user: UserRow; by: CodeChannel; address: string },
  code: string,
): Promise<void> {
  const minutes = ctx.config.codeMinutes
  const workspace = page.workspace.name
  if (by === 'phone') {
    await text(ctx, address, user.language, say =>
      say('{code} is your code for {workspace}. It is good for {minutes} minutes.', { code, workspace, minutes }),
    )
    return
  }
  await mail(ctx, address, say => ({
    subject: say('Your code for the card page'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say('Type this code at the card page of {workspace}. It is good for {minutes} minutes.', { workspace, minutes }),
    ],
    code,
    footer: say('If you are not at the card page now, tell your administrator: somebody has used your name there.'),
  }))
}

const subjects = {
  enrolled: msg('A card was added to your account'),
  waiting: msg('A card is reserved for you'),
  recovered: msg('The PIN of your card was changed'),
}
const news = {
  enrolled: msg('A card was enrolled in your name on the page “{page}”. It can be used now.'),
  waiting: msg(
    'You were identified on the page “{page}” without a card. The next card you enroll there becomes yours.',
  ),
  recovered: msg('The PIN of your card was set anew on the page “{page}”.'),
}

/** Tells a person that a card can be used in their name from now on, or has a new PIN. */
export async function notifyPerson(
  ctx: Ctx,
  user: Pick<UserRow, 'email' | 'first_name'>,
  done: { what: 'enrolled' | 'waiting' | 'recovered'; page: Page },
): Promise<void> {
  if (user.email === null) return
  const { what, page } = done
  await mail(ctx, user.email, say => ({
    subject: say(subjects[what]),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [say(news[what], { page: page.name }), say('If this was not you, tell your administrator at once.')],
    button: { label: say('See your security keys'), href: `${ctx.config.publicUrl}/dashboard/profile/security-keys` },
    footer: say('You get this mail because something that guards your account has changed.'),
  }))
}

/** Tells the helpdesk of a page's owner that somebody does not get on; not who, for nobody knows. */
export async function notifyHelpdesk(ctx: Ctx, page: Page, helpdesk: string, failures: number): Promise<void> {
  await mail(ctx, helpdesk, say => ({
    subject: say('Somebody needs help at the card page “{page}”', { page: page.name }),
    greeting: say('Hello,'),
    paragraphs: [
      say('Somebody at the card page “{page}” gave {count} wrong answers, last from the address {address}.', {
        page: page.name,
        count: failures,
        address: ctx.request.ip,
      }),
    ],
    footer: say('You get this mail because the page was set up to tell you.'),
  }))
}

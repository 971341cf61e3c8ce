import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

const guard = 'You get this mail because something that guards your account has changed.'
const notYou = 'If this was not you, tell your administrator at once.'

/** Mails the code that proves a new address, or that it is the owner who changes the phone number. */
export const mailContactCode = (ctx: Ctx, to: string, name: string, code: string): Promise<void> =>
  mail(ctx, to, say => ({
    subject: say('Your verification code'),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('Type this code to confirm the change of your contact information. It is good for {minutes} minutes.', {
        minutes: ctx.config.codeMinutes,
      }),
    ],
    code,
    footer: say('If you did not ask for it, leave this mail alone: nothing changes without the code.'),
  }))

const notices = {
  email: { subject: 'The email of your account was changed', says: 'Your account now has another email address.' },
  phone: {
    subject: 'The phone number of your account was changed',
    says: 'The phone number of your account was changed.',
  },
  password: {
    subject: 'The password of your account was changed',
    says: 'The password of your account was set or changed.',
  },
  codesOn: {
    subject: 'Your account can be opened by a mailed code',
    says: 'Your account can now be opened by a code that is mailed to you, or by your password, without your passkey.',
  },
  codesOff: {
    subject: 'Your account asks for its passkey',
    says: 'Your account can be opened with your passkey only, and no more by a mailed code or a password.',
  },
  deleted: {
    subject: 'Your account was deleted',
    says: 'Your account was deleted, as you asked, and you were signed out everywhere.',
  },
} as const

/** Tells the owner of an account what was changed about it. */
export async function mailNotice(
  ctx: Ctx,
  to: string | null,
  name: string,
  about: keyof typeof notices,
): Promise<void> {
  if (to === null) return
  const { subject, says } = notices[about]
  await mail(ctx, to, say => ({
    subject: say(subject),
    greeting: say('Hello {name},', { name }),
    paragraphs: [say(says), say(notYou)],
    footer: say(guard),
  }))
}

import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'

const guard = 'You receive this email because a security setting of your account has changed.'
const notYou = "If this wasn't you, contact your administrator immediately."

/** Emails the code that verifies a new email, or confirms a change of the phone number. */
export const mailContactCode = (ctx: TransactionContext, to: string, name: string, code: string): Promise<void> =>
  mail(ctx, to, say => ({
    subject: say('Your verification code'),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('Enter this code to confirm the change to your contact information. It is valid for {minutes} minutes.', {
        minutes: ctx.config.codeMinutes,
      }),
    ],
    code,
    footer: say("If you didn't request this, ignore this email. Nothing changes without the code."),
  }))

const notices = {
  email: { subject: 'The email of your account was changed', says: 'Your account has a new email address.' },
  phone: {
    subject: 'The phone number of your account was changed',
    says: 'The phone number of your account was changed.',
  },
  password: {
    subject: 'The password of your account was changed',
    says: 'The password of your account was set or changed.',
  },
  codesOn: {
    subject: 'Email code sign-in is on for your account',
    says: 'You can now sign in to your account without your passkey: with an email code or your password.',
  },
  codesOff: {
    subject: 'Your account now requires your passkey',
    says: 'You can now sign in to your account only with your passkey. Email codes and passwords no longer work.',
  },
  deleted: {
    subject: 'Your account was deleted',
    says: 'Your account was deleted as you requested, and you were signed out everywhere.',
  },
} as const

export async function mailNotice(
  ctx: TransactionContext,
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

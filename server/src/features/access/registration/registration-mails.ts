import type { Translate } from '#platform/languages.ts'
import type { MailContent } from '#integrations/mail-template.ts'

const footer = "If you didn't request this, ignore this email. Nothing happens without you."

export const resumeLetter = (say: Translate, href: string, days: number): MailContent => ({
  subject: say('Continue your registration'),
  greeting: say('Hello,'),
  paragraphs: [
    say('You started a registration. You can leave at any time and continue with this link for {days} days.', { days }),
  ],
  button: { label: say('Continue registration'), href },
  footer: say(footer),
})

export const codeLetter = (say: Translate, code: string, minutes: number): MailContent => ({
  subject: say('{code} is your verification code', { code }),
  greeting: say('Hello,'),
  paragraphs: [say('Enter this code to continue your registration. It is valid for {minutes} minutes.', { minutes })],
  code,
  footer: say(footer),
})

export const recoveredLetter = (say: Translate, name: string): MailContent => ({
  subject: say('Your account was recovered'),
  greeting: say('Hello {name},', { name }),
  paragraphs: [
    say('A recovery link was used to add a passkey to your account and to sign in. Your other passkeys still work.'),
    say("If this wasn't you, contact your administrator immediately."),
  ],
  footer: say('You receive this email because a security setting of your account has changed.'),
})

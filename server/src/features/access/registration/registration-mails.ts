import type { Translate } from '#platform/languages.ts'
import type { MailContent } from '#integrations/mail-template.ts'

const footer = "If you didn't request this, ignore this email. Nothing happens without you."

export interface ResumeLink {
  href: string
  days: number
}

export const codeLetter = (say: Translate, code: string, minutes: number, resume?: ResumeLink): MailContent => ({
  subject: say('{code} is your verification code', { code }),
  greeting: say('Hello,'),
  paragraphs: [
    say('Enter this code to continue your registration. It is valid for {minutes} minutes.', { minutes }),
    ...(resume
      ? [say('You can also leave and continue with the link below for {days} days.', { days: resume.days })]
      : []),
  ],
  code,
  ...(resume && { button: { label: say('Continue registration'), href: resume.href } }),
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

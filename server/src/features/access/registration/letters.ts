import type { Letter } from '../../../outside/letter.ts'

const footer = 'If you did not ask for this, ignore this mail: nothing happens without you.'

/** Invites to go on with a registration. */
export const resumeLetter = (to: string, href: string, lastsDays: number): Letter => ({
  to,
  subject: 'Continue your registration',
  greeting: 'Hello,',
  paragraphs: [`You began to register. You can leave at any time and go on with this link for ${lastsDays} days.`],
  button: { label: 'Continue the registration', href },
  footer,
})

/** Carries a code that proves the mailbox. */
export const codeLetter = (to: string, code: string, lastsMinutes: number): Letter => ({
  to,
  subject: `${code} is your verification code`,
  greeting: 'Hello,',
  paragraphs: [`Enter this code to go on with your registration. It is valid for ${lastsMinutes} minutes.`],
  code,
  footer,
})

/** Tells somebody that their account was opened with a recovery link. */
export const recoveredLetter = (to: string, firstName: string): Letter => ({
  to,
  subject: 'Your account was recovered',
  greeting: `Hello ${firstName},`,
  paragraphs: [
    'A recovery link was used to add a passkey to your account and to sign in. Your other passkeys still work.',
    'If this was not you, tell your administrator at once.',
  ],
  footer: 'You get this mail because something that guards your account has changed.',
})

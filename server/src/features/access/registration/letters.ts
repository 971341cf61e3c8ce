import type { Say } from '../../../ground/languages.ts'
import type { Words } from '../../../outside/letter.ts'

const footer = 'If you did not ask for this, ignore this mail: nothing happens without you.'

/** Invites to go on with a registration. */
export const resumeLetter = (say: Say, href: string, days: number): Words => ({
  subject: say('Continue your registration'),
  greeting: say('Hello,'),
  paragraphs: [
    say('You began to register. You can leave at any time and go on with this link for {days} days.', { days }),
  ],
  button: { label: say('Continue the registration'), href },
  footer: say(footer),
})

/** Carries a code that proves the mailbox. */
export const codeLetter = (say: Say, code: string, minutes: number): Words => ({
  subject: say('{code} is your verification code', { code }),
  greeting: say('Hello,'),
  paragraphs: [say('Enter this code to go on with your registration. It is valid for {minutes} minutes.', { minutes })],
  code,
  footer: say(footer),
})

/** Tells somebody that their account was opened with a recovery link. */
export const recoveredLetter = (say: Say, name: string): Words => ({
  subject: say('Your account was recovered'),
  greeting: say('Hello {name},', { name }),
  paragraphs: [
    say('A recovery link was used to add a passkey to your account and to sign in. Your other passkeys still work.'),
    say('If this was not you, tell your administrator at once.'),
  ],
  footer: say('You get this mail because something that guards your account has changed.'),
})

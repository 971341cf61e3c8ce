import { logged, refusals } from '../ground/words.ts'

export const signInLog = logged({
  'sign-in.passkey': {
    use: true,
    label: 'Sign-in',
    did: 'signed in with a passkey',
    failed: 'could not sign in with a passkey',
  },
  'sign-in.code': {
    use: true,
    label: 'Sign-in by code',
    did: 'signed in with a code by email',
    failed: 'could not sign in with a code by email',
  },
  'sign-in.sms': {
    use: true,
    label: 'Sign-in by text message',
    did: 'signed in with a code by text message',
    failed: 'could not sign in with a code by text message',
  },
  'sign-in.call': {
    use: true,
    label: 'Sign-in by call',
    did: 'signed in with a code read in a call',
    failed: 'could not sign in with a code read in a call',
  },
  'sign-in.password': {
    use: true,
    label: 'Sign-in by password',
    did: 'signed in with a password',
    failed: 'could not sign in with a password',
  },
  'sign-in.link': {
    use: true,
    label: 'Sign-in by link',
    did: 'signed in with a link by email',
    failed: 'used a link that no longer works',
  },
  'sign-in.demo': {
    use: true,
    label: 'Demo sign-in',
    did: 'entered the demo workspace',
    failed: 'could not enter the demo workspace',
  },
  'sign-in.card': {
    use: true,
    label: 'Sign-in with card and PIN',
    did: 'signed in with the card <0/> and its PIN',
    failed: 'could not sign in with the card <0/>',
  },
  'sign-in.phone': {
    use: true,
    label: 'Sign-in approved on a phone',
    did: 'signed in by approval on the phone <0/>',
    failed: 'could not sign in by approval on a phone',
  },
  'sign-in.external': {
    use: true,
    label: 'Sign-in by an identity provider',
    did: 'signed in by the identity provider <0/>',
    failed: 'could not sign in by the identity provider <0/>',
  },
  'sign-out': { use: true, label: 'Sign-out', did: 'signed out' },
  'recovery.requested': { label: 'Recovery requested', did: 'asked for a recovery link' },
  'tokens.issued': { label: 'Session issued', did: 'issued a session from the command line for <0/>' },
})

export const signInRefusals = refusals({
  'card-refused': {
    status: 401,
    says: 'The card or the PIN is not right, or this card cannot be used here. After wrong PINs, wait before you try again',
  },
  'passkey-only': {
    status: 403,
    says: 'This account signs in with its passkey. Without it, ask for a recovery link',
  },
})

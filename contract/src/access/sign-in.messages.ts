import { logged, refusals } from '../platform/text-declarations.ts'

export const signInLog = logged({
  'sign-in.passkey': {
    use: true,
    label: 'Sign-in',
    did: 'signed in with a passkey',
    failed: 'failed to sign in with a passkey',
  },
  'sign-in.code': {
    use: true,
    label: 'Sign-in with email code',
    did: 'signed in with an email code',
    failed: 'failed to sign in with an email code',
  },
  'sign-in.sms': {
    use: true,
    label: 'Sign-in with text message',
    did: 'signed in with a text message code',
    failed: 'failed to sign in with a text message code',
  },
  'sign-in.call': {
    use: true,
    label: 'Sign-in with phone call',
    did: 'signed in with a phone call code',
    failed: 'failed to sign in with a phone call code',
  },
  'sign-in.password': {
    use: true,
    label: 'Sign-in with password',
    did: 'signed in with a password',
    failed: 'failed to sign in with a password',
  },
  'sign-in.link': {
    use: true,
    label: 'Sign-in with email link',
    did: 'signed in with an email link',
    failed: 'used a link that is no longer valid',
  },
  'sign-in.demo': {
    use: true,
    label: 'Demo sign-in',
    did: 'signed in to the demo workspace',
    failed: 'failed to sign in to the demo workspace',
  },
  'sign-in.card': {
    use: true,
    label: 'Sign-in with card and PIN',
    did: 'signed in with the card <0/> and its PIN',
    failed: 'failed to sign in with the card <0/>',
  },
  'sign-in.phone': {
    use: true,
    label: 'Sign-in with phone approval',
    did: 'signed in with approval on the phone <0/>',
    failed: 'failed to sign in with approval on a phone',
  },
  'sign-in.external': {
    use: true,
    label: 'Sign-in with an identity provider',
    did: 'signed in with <0/>',
    failed: 'failed to sign in with <0/>',
  },
  'sign-out': { use: true, label: 'Sign-out', did: 'signed out' },
  'recovery.requested': { label: 'Recovery requested', did: 'requested a recovery link' },
  'tokens.issued': {
    label: 'Session created from command line',
    did: 'created a session for <0/> from the command line',
  },
})

export const signInRefusals = refusals({
  'card-refused': {
    status: 401,
    says: "The card or PIN is wrong, or this card can't be used here. After wrong PINs, wait before you try again",
  },
  'passkey-only': {
    status: 403,
    says: "This account can sign in only with its passkey. If you don't have the passkey, request a recovery link",
  },
})

import { logged, refusals } from '../ground/words.ts'

export const externalSignInLog = logged({
  'external.linked': {
    label: 'Account connected',
    did: 'connected the account at the identity provider <0/>',
  },
  'external.unlinked': {
    label: 'Account disconnected',
    did: 'disconnected the account at the identity provider <0/>',
  },
  'external.unlinked-of': {
    label: 'Account of a user disconnected',
    did: 'disconnected the account of <0/> at an identity provider',
  },
  'external.signed-out': {
    label: 'Signed out by an identity provider',
    did: 'was signed out by the identity provider <0/>',
  },
})

export const externalSignInRefusals = refusals({
  'external-refused': { status: 401, says: 'This sign-in has ended or was already used. Start again' },
  'external-not-confirmed': {
    status: 403,
    says: 'Sign in with your own passkey or code now, in this browser, to connect the two accounts',
  },
})

import { logged, refusals } from '../platform/text-declarations.ts'

export const externalSignInLog = logged({
  'external.linked': {
    label: 'Account connected',
    did: 'connected their account at the identity provider <0/>',
  },
  'external.unlinked': {
    label: 'Account disconnected',
    did: 'disconnected their account at the identity provider <0/>',
  },
  'external.unlinked-of': {
    label: 'User account disconnected',
    did: 'disconnected an identity provider account of <0/>',
  },
  'external.groups-not-stated': {
    label: 'Groups not sent by the identity provider',
    did: 'signed in with the identity provider <0/>, which did not send the groups: groups and role stay as they were',
  },
  'external.email-not-stated': {
    label: 'Email verification not stated by the identity provider',
    did: 'did not say in a sign-in with <0/> whether it verified the email, so the user must also sign in with another method',
  },
  'external.signed-out': {
    label: 'Signed out by an identity provider',
    did: 'was signed out by the identity provider <0/>',
  },
})

export const externalSignInRefusals = refusals({
  'external-refused': { status: 401, says: 'This sign-in expired or was already used. Start again' },
  'external-not-confirmed': {
    status: 403,
    says: 'To connect the two accounts, sign in now in this browser with your own passkey or code',
  },
})

import { logged, refusals } from '../platform/text-declarations.ts'

export const entraLog = logged({
  'entra.consented': { label: 'Consent given in Entra ID', did: 'gave consent in Entra ID for <0/>' },
  'entra.connected': {
    label: 'Entra ID tenant connected',
    did: 'proved to be an administrator of the Entra ID tenant <0/> and connected it',
    failed: "couldn't prove to be an administrator of the Entra ID tenant <0/>",
  },
})

export const entraRefusals = refusals({
  'consent-stale': {
    status: 409,
    says: 'This consent response expired or belongs to another session. Start the consent again.',
  },
  'consent-elsewhere': {
    status: 409,
    says: 'The consent or sign-in was for a different directory. Sign in as an administrator of the directory you want to connect.',
  },
  'consent-not-proven': {
    status: 409,
    says: "Only a Global Administrator or Privileged Role Administrator can connect a directory. Microsoft didn't confirm that you are one.",
  },
})

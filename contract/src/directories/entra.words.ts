import { logged, refusals } from '../ground/words.ts'

export const entraLog = logged({
  'entra.consented': { label: 'Consent given in Entra ID', did: 'came back with consent in Entra ID for <0/>' },
  'entra.connected': {
    label: 'Tenant of Entra ID connected',
    did: 'proved to administer the tenant <0/> of Entra ID, and connected it',
    failed: 'could not prove to administer the tenant <0/> of Entra ID',
  },
})

export const entraRefusals = refusals({
  'consent-stale': {
    status: 409,
    says: 'This way back from Microsoft is too old, or was begun in another session. Ask for the consent again',
  },
  'consent-elsewhere': {
    status: 409,
    says: 'Somebody consented or signed in for another directory than the one to be connected. Sign in there as its administrator',
  },
  'consent-not-proven': {
    status: 409,
    says: 'Only a Global Administrator or Privileged Role Administrator of a directory may connect it, and it could not be seen that you are one',
  },
})

import { logged } from '../ground/log.ts'

export const entraLog = logged({
  'entra.consented': { label: 'Consent given in Entra ID', did: 'came back with consent in Entra ID for <0/>' },
  'entra.connected': {
    label: 'Tenant of Entra ID connected',
    did: 'proved to administer the tenant <0/> of Entra ID, and connected it',
    failed: 'could not prove to administer the tenant <0/> of Entra ID',
  },
})

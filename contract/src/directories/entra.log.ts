import { logged } from '../ground/log.ts'

export const entraLog = logged({
  'entra.consented': { label: 'Consent given in Entra ID', did: 'came back with consent in Entra ID for <0/>' },
})

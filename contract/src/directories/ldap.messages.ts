import { logged, refusals } from '../platform/text-declarations.ts'

export const ldapLog = logged({
  'ldap.checked': {
    label: 'LDAP directory checked',
    did: 'checked the connection to the directory <0/>',
    failed: 'checked the connection to the directory <0/>, which failed',
  },
})

export const ldapRefusals = refusals({
  'owner-decides': { status: 403, says: 'Only an owner can allow sign-in with directory passwords' },
})

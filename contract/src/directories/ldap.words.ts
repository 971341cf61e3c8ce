import { logged, refusals } from '../ground/words.ts'

export const ldapLog = logged({
  'ldap.checked': {
    label: 'LDAP directory checked',
    did: 'checked the way to the directory <0/>',
    failed: 'checked the way to the directory <0/>, which does not work',
  },
})

export const ldapRefusals = refusals({
  'owner-decides': { status: 403, says: 'Only an owner decides whether people sign in with their directory password' },
})

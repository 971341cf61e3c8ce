import { logged } from '../ground/log.ts'

export const ldapLog = logged({
  'ldap.checked': {
    label: 'LDAP directory checked',
    did: 'checked the way to the directory <0/>',
    failed: 'checked the way to the directory <0/>, which does not work',
  },
})

import { ldap } from '@claviger/contract/directories/ldap'
import { bind } from '#http/bind.ts'
import { getLdap, saveLdap } from './ldap.ts'
import { checkLdap, sampleLdap } from './ldap-inspection.ts'

export default bind(ldap, { update: saveLdap, get: getLdap, check: checkLdap, sample: sampleLdap })

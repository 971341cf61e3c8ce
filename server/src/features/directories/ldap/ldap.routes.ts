import { ldap } from '@claviger/contract/directories/ldap'
import { bind } from '#http/bind.ts'
import { getLdap, saveLdap } from './ldap.ts'
import { checkLdap, sampleLdap, tryLdap } from './ldap-inspection.ts'

export default bind(ldap, { update: saveLdap, get: getLdap, tryOut: tryLdap, check: checkLdap, sample: sampleLdap })

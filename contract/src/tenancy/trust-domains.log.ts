import { logged } from '../ground/log.ts'

export const trustDomainsLog = logged({
  'trust-domain.added': { label: 'Trust domain added', did: 'added the trust domain <0/>' },
  'trust-domain.checked': { label: 'Trust domain checked', did: 'had the trust domain checked: <0/>' },
  'trust-domain.decided': { label: 'Trust domain decided', did: 'decided on the trust domain <0/>' },
  'trust-domain.removed': { label: 'Trust domain removed', did: 'removed the trust domain <0/>' },
})

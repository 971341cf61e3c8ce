import { logged, refusals } from '../platform/text-declarations.ts'

export const trustDomainsLog = logged({
  'trust-domain.added': { label: 'Trust domain added', did: 'added the trust domain <0/>' },
  'trust-domain.checked': { label: 'Trust domain checked', did: 'checked the trust domain <0/>' },
  'trust-domain.decided': { label: 'Trust domain status set', did: 'set the status of the trust domain <0/>' },
  'trust-domain.removed': { label: 'Trust domain removed', did: 'removed the trust domain <0/>' },
})

export const trustDomainsRefusals = refusals({
  'domain-listed': { status: 409, says: 'This domain is already in your list', constraint: 'trust_domains_domain' },
  'domain-taken': {
    status: 409,
    says: 'Another workspace has verified this domain',
    constraint: 'trust_domains_verified',
  },
  'domain-refused': { status: 422, says: "This domain can't be added" },
  'domain-unproven': { status: 409, says: 'This domain is not verified yet' },
  'domain-decided': {
    status: 409,
    says: 'A super administrator set the status of this domain. Contact a super administrator',
  },
})

import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { bind, withoutTransaction } from '#http/bind.ts'
import { checkTrustDomain } from './trust-domain-check.ts'
import { createFor, decideDomain, listAllDomains, listDomainsOf, removeDomainFrom } from './trust-domains-of-all.ts'
import { addTrustDomain, listTrustDomains, removeTrustDomain } from './trust-domains.ts'

export default bind(trustDomains, {
  list: listTrustDomains,
  create: addTrustDomain,
  check: withoutTransaction(checkTrustDomain),
  remove: removeTrustDomain,
  all: listAllDomains,
  decide: decideDomain,
  ofWorkspace: listDomainsOf,
  createFor,
  removeFrom: removeDomainFrom,
})

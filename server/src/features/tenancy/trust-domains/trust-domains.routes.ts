import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { bind, withoutTransaction } from '#http/bind.ts'
import { checkTrustDomain } from './trust-domain-check.ts'
import { createFor, decide, listAll, listOf, removeFrom } from './trust-domains-of-all.ts'
import { addTrustDomain, listTrustDomains, removeTrustDomain } from './trust-domains.ts'

export default bind(trustDomains, {
  list: listTrustDomains,
  create: addTrustDomain,
  check: withoutTransaction(checkTrustDomain),
  remove: removeTrustDomain,
  all: listAll,
  decide,
  ofWorkspace: listOf,
  createFor,
  removeFrom,
})

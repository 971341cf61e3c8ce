import { logged, refusals } from '../platform/text-declarations.ts'

export const privateTargetsLog = logged({
  'private-target.blocked': {
    label: 'Private address blocked',
    did: 'tried to call the private address <0/>, which no owner has allowed',
  },
  'private-target.approved': { label: 'Private address allowed', did: 'allowed calls to the private address <0/>' },
  'private-target.removed': {
    label: 'Private address removed',
    did: 'blocked calls to the private address <0/> again',
  },
})

export const privateTargetsRefusals = refusals({
  'private-network-closed': {
    status: 409,
    says: 'The operator of this installation does not allow calls to this network. Ask them to add it to PRIVATE_NETWORKS.',
  },
  'private-targets-full': {
    status: 409,
    says: 'This workspace already has 200 private addresses. Remove one first.',
  },
})

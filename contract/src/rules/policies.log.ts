import { logged } from '../ground/log.ts'

export const policiesLog = logged({
  'policy.created': { label: 'Access policy created', did: 'created the access policy <0/>' },
  'policy.updated': { label: 'Access policy changed', did: 'changed the access policy <0/>' },
  'policy.deleted': { label: 'Access policy deleted', did: 'deleted the access policy <0/>' },
  'policy.restored': { label: 'Access policy restored', did: 'restored an earlier version of the access policy <0/>' },
  'policy.default': { label: 'Default policy changed', did: 'changed what holds where no access policy applies' },
  'policy.vital': {
    label: 'Vital sites changed',
    did: 'changed at which sites an owner must always be able to use a key',
  },
  'policy.order': { label: 'Access policies reordered', did: 'changed the order of access policies' },
})

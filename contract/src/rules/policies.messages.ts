import { logged, refusals } from '../platform/text-declarations.ts'

export const policiesLog = logged({
  'policy.created': { label: 'Access policy created', did: 'created the access policy <0/>' },
  'policy.updated': { label: 'Access policy changed', did: 'changed the access policy <0/>' },
  'policy.deleted': { label: 'Access policy deleted', did: 'deleted the access policy <0/>' },
  'policy.restored': { label: 'Access policy restored', did: 'restored an earlier version of the access policy <0/>' },
  'policy.default': { label: 'Default policy changed', did: 'changed the default access policy' },
  'policy.vital': {
    label: 'Essential sites changed',
    did: 'changed the sites where an owner must always have a usable key',
  },
  'policy.order': { label: 'Access policies reordered', did: 'changed the order of access policies' },
})

export const policiesRefusals = refusals({
  'policy-taken': { status: 409, says: 'Another access policy has this name', constraint: 'policies_name' },
  'priority-taken': { status: 409, says: 'Another access policy has this priority', constraint: 'policies_priority' },
  'zone-unknown': { status: 422, says: 'This is not a time zone' },
  'site-wrong': { status: 422, says: 'Enter a domain such as example.com' },
  'owners-locked-out': { status: 409, says: 'This would leave every owner without a usable key' },
  'too-many-access-policies': { status: 409, says: 'The limit of 1,000 access policies is reached' },
})

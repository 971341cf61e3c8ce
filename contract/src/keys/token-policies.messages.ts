import { logged, refusals } from '../platform/text-declarations.ts'

export const tokenPoliciesLog = logged({
  'token-policy.created': { label: 'Key policy created', did: 'created the key policy <0/>' },
  'token-policy.made-default': { label: 'Default key policy changed', did: 'changed the default key policy to <0/>' },
  'token-policy.given': { label: 'Key policy assigned', did: 'assigned the key policy <0/> to users' },
})

export const tokenPoliciesRefusals = refusals({
  'policy-name-taken': { status: 409, says: 'Another policy has this name', constraint: 'token_policies_name' },
  'too-many-policies': { status: 409, says: 'The limit of 100 policies is reached' },
})

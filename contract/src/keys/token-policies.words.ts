import { logged, refusals } from '../ground/words.ts'

export const tokenPoliciesLog = logged({
  'token-policy.created': { label: 'Key policy created', did: 'created the key policy <0/>' },
  'token-policy.made-default': { label: 'Default key policy chosen', did: 'made the default key policy: <0/>' },
  'token-policy.given': { label: 'Key policy given', did: 'gave a key policy to users: <0/>' },
})

export const tokenPoliciesRefusals = refusals({
  'policy-name-taken': { status: 409, says: 'Another policy has this name', constraint: 'token_policies_name' },
  'too-many-policies': { status: 409, says: 'There are 100 policies already' },
})

import { logged } from '../ground/log.ts'

export const tokenPoliciesLog = logged({
  'token-policy.created': { label: 'Key policy created', did: 'created the key policy <0/>' },
  'token-policy.made-default': { label: 'Default key policy chosen', did: 'made the default key policy: <0/>' },
  'token-policy.given': { label: 'Key policy given', did: 'gave a key policy to users: <0/>' },
})

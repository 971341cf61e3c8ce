import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { bind } from '#http/bind.ts'
import { givePolicy } from '../key-acts/policy/policy-assignment.ts'
import { createTokenPolicy, listTokenPolicies, makeDefaultPolicy } from './token-policies.ts'

export default bind(tokenPolicies, {
  list: listTokenPolicies,
  create: createTokenPolicy,
  makeDefault: makeDefaultPolicy,
  ofUsers: givePolicy,
})

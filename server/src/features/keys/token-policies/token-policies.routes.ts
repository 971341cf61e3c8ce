import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { bind } from '#http/bind.ts'
import { givePolicy } from '../key-acts/policy/policy-assignment.ts'
import { createPolicy, listPolicies, makeDefaultPolicy } from './token-policies.ts'

export default bind(tokenPolicies, {
  list: listPolicies,
  create: createPolicy,
  makeDefault: makeDefaultPolicy,
  ofUsers: givePolicy,
})

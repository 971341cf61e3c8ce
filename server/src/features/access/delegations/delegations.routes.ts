import { delegations } from '@claviger/contract/access/delegations'
import { bind } from '#http/bind.ts'
import { askToAct, decideRequest, readDelegationRequest, pollRequest } from './delegations.ts'
import { registerKey } from './register-key.ts'

export default bind(delegations, {
  ask: askToAct,
  poll: pollRequest,
  look: readDelegationRequest,
  decide: decideRequest,
  registerKey,
})

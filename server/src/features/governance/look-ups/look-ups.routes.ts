import { lookUps } from '@claviger/contract/governance/look-ups'
import { bind } from '#http/bind.ts'
import {
  eventsOf,
  eventsOfKey,
  keyPoliciesOf,
  keysOfUser,
  keysOfWorkspace,
  logOfWorkspace,
  lookUpUsers,
  pairedOf,
} from './look-ups.ts'

export default bind(lookUps, {
  users: lookUpUsers,
  paired: pairedOf,
  events: eventsOf,
  keysOfUser,
  keys: keysOfWorkspace,
  keyEvents: eventsOfKey,
  log: logOfWorkspace,
  tokenPolicies: keyPoliciesOf,
})

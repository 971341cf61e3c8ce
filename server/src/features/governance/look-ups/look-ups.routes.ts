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
  lookUpDevices,
} from './look-ups.ts'

export default bind(lookUps, {
  users: lookUpUsers,
  paired: lookUpDevices,
  events: eventsOf,
  keysOfUser,
  keys: keysOfWorkspace,
  keyEvents: eventsOfKey,
  log: logOfWorkspace,
  tokenPolicies: keyPoliciesOf,
})

import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { removePasskey } from '../credentials/credentials.users.ts'
import { pinWaysOf } from '../security-keys/security-keys.pins.ts'
import { bind } from '#http/bind.ts'
import { keyRuns } from './key-runs.ts'
import { givePolicyToKeys, previewPolicy } from './policy/policy.ts'
import { previewKeyAct } from './key-run-start.ts'
import {
  changeOffline,
  activateManyKeys,
  changeVerification,
  deleteManyKeys,
  resetPins,
  suspendManyKeys,
  unblockMany,
} from './bulk-key-acts.ts'
import { activateSuspended, removeKey, resetPin, suspendKey, removeKeyFromUser, unblockOne } from './single-key-acts.ts'

export default bind(keyActCalls, {
  suspendOne: suspendKey,
  activateOne: activateSuspended,
  unblockOne,
  removeOne: removeKey,
  takeAway: removeKeyFromUser,
  removePasskey,
  resetPin,
  pinWays: pinWaysOf,
  suspend: suspendManyKeys,
  activate: activateManyKeys,
  remove: deleteManyKeys,
  offline: changeOffline,
  verification: changeVerification,
  unblock: unblockMany,
  resetPins,
  preview: previewKeyAct,
  policy: givePolicyToKeys,
  previewPolicy,
  ...keyRuns,
})

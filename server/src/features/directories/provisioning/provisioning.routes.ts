import { provisioning } from '@claviger/contract/directories/provisioning'
import { bind } from '#http/bind.ts'
import { checkCapabilities } from './connection-check.ts'
import {
  getProvisioning,
  startComparison,
  fixDifferences,
  removeProvisioning,
  retryProvisioning,
  saveProvisioning,
  turnProvisioning,
} from './provisioning.ts'
import { listDifferences, listItems } from './provisioning-replies.ts'

export default bind(provisioning, {
  get: getProvisioning,
  save: saveProvisioning,
  turn: turnProvisioning,
  remove: removeProvisioning,
  check: checkCapabilities,
  items: listItems,
  retry: retryProvisioning,
  look: startComparison,
  differences: listDifferences,
  mend: fixDifferences,
})

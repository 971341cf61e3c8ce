import { provisioning } from '@claviger/contract/directories/provisioning'
import { bind } from '#http/bind.ts'
import { checkThere } from './connection-check.ts'
import {
  getProvisioning,
  lookThere,
  mendThere,
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
  check: checkThere,
  items: listItems,
  retry: retryProvisioning,
  look: lookThere,
  differences: listDifferences,
  mend: mendThere,
})

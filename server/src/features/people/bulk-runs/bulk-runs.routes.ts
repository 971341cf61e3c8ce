import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { bind } from '#http/bind.ts'
import {
  activateMany,
  activateOne,
  addManyToGroup,
  addManyToUnit,
  deactivateMany,
  deactivateOne,
  deleteMany,
  inviteMany,
  previewAct,
  restoreMany,
  suspendMany,
  suspendOne,
} from './bulk-runs.ts'
import { userRuns } from './user-run-kind.ts'

export default bind(bulkRuns, {
  preview: previewAct,
  activateOne,
  deactivateOne,
  suspendOne,
  activate: activateMany,
  deactivate: deactivateMany,
  suspend: suspendMany,
  remove: deleteMany,
  invite: inviteMany,
  restore: restoreMany,
  addToGroup: addManyToGroup,
  addToUnit: addManyToUnit,
  ...userRuns,
})

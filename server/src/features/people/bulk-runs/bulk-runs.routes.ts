import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { bind } from '#http/bind.ts'
import {
  activateManyUsers,
  activateOne,
  addManyToGroup,
  addManyToUnit,
  deactivateMany,
  deactivateOne,
  deleteManyUsers,
  inviteMany,
  previewUserAct,
  restoreMany,
  suspendManyUsers,
  suspendOne,
} from './bulk-runs.ts'
import { userRuns } from './user-run-kind.ts'

export default bind(bulkRuns, {
  preview: previewUserAct,
  activateOne,
  deactivateOne,
  suspendOne,
  activate: activateManyUsers,
  deactivate: deactivateMany,
  suspend: suspendManyUsers,
  remove: deleteManyUsers,
  invite: inviteMany,
  restore: restoreMany,
  addToGroup: addManyToGroup,
  addToUnit: addManyToUnit,
  ...userRuns,
})

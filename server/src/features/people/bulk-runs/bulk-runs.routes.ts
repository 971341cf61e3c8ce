import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { bind } from '../../../http/bind.ts'
import {
  activateMany,
  activateOne,
  addManyToGroup,
  addManyToUnit,
  deactivateMany,
  deactivateOne,
  deleteMany,
  getRun,
  inviteMany,
  listRows,
  listRuns,
  previewAct,
  restoreMany,
  suspendMany,
  suspendOne,
  undoRun,
} from './bulk-runs.ts'

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
  list: listRuns,
  get: getRun,
  rows: listRows,
  undo: undoRun,
})

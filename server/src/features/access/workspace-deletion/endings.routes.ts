import { workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import { bind } from '#http/bind.ts'
import {
  cancelEnding,
  confirmEnding,
  previewEnding,
  removeWorkspace,
  resetWorkspace,
} from './workspace-deletion.others.ts'

export default bind(workspaceEndings, {
  preview: previewEnding,
  remove: removeWorkspace,
  reset: resetWorkspace,
  confirm: confirmEnding,
  cancel: cancelEnding,
})

import { workspaceDeletion } from '@claviger/contract/access/workspace-deletion'
import { bind } from '#http/bind.ts'
import { beginDeletion, cancelDeletion, deletionState } from './workspace-deletion.ts'

export default bind(workspaceDeletion, {
  state: deletionState,
  begin: beginDeletion,
  cancel: cancelDeletion,
})

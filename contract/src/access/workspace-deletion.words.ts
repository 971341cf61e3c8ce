import { logged, refusals } from '../ground/words.ts'

export const workspaceDeletionLog = logged({
  'workspace.deleted': { label: 'Workspace deleted', did: 'deleted the workspace <0/> for good' },
  'workspace.deletion-begun': { label: 'Deletion begun', did: 'began to delete the workspace <0/>' },
  'workspace.deletion-cancelled': { label: 'Deletion stopped', did: 'kept the workspace <0/>' },
})

export const workspaceDeletionRefusals = refusals({
  'name-differs': { status: 422, says: 'This is not the name of the workspace' },
  'workspace-kept': { status: 409, says: 'This workspace cannot be deleted' },
})

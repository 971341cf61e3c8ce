import { logged } from '../ground/log.ts'

export const workspaceDeletionLog = logged({
  'workspace.deleted': { label: 'Workspace deleted', did: 'deleted the workspace <0/> for good' },
  'workspace.deletion-begun': { label: 'Deletion begun', did: 'began to delete the workspace <0/>' },
  'workspace.deletion-cancelled': { label: 'Deletion stopped', did: 'kept the workspace <0/>' },
})

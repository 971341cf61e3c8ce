import { logged, refusals } from '../platform/text-declarations.ts'

export const workspaceDeletionLog = logged({
  'workspace.deleted': { label: 'Workspace deleted', did: 'permanently deleted the workspace <0/>' },
  'workspace.deletion-begun': { label: 'Deletion scheduled', did: 'scheduled the deletion of the workspace <0/>' },
  'workspace.reset-begun': { label: 'Reset scheduled', did: 'scheduled the reset of the workspace <0/>' },
  'workspace.reset-cancelled': { label: 'Reset canceled', did: 'canceled the reset of the workspace <0/>' },
  'workspace.was-reset': { label: 'Workspace reset', did: 'deleted all users and data of the workspace <0/>' },
  'workspace.deletion-cancelled': { label: 'Deletion canceled', did: 'canceled the deletion of the workspace <0/>' },
})

export const workspaceDeletionRefusals = refusals({
  'ending-begun': { status: 409, says: 'The deletion has begun and can no longer be canceled' },
  'name-differs': { status: 422, says: "The name doesn't match the workspace name" },
  'workspace-kept': { status: 409, says: "This workspace can't be deleted" },
})

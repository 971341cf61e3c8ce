import { logged, refusals } from '../platform/text-declarations.ts'

export const workspacesLog = logged({
  'workspace.created': { label: 'Workspace created', did: 'created the workspace <0/>' },
  'workspace.updated': { label: 'Workspace changed', did: 'changed the workspace <0/>' },
  'workspace.key-rotated': { label: 'Workspace encryption key rotated', did: 'rotated the workspace encryption key' },
})

export const workspacesRefusals = refusals({
  'storage-not-offered': {
    status: 422,
    says: 'This installation has no hardware security module for passkeys. Choose another storage',
  },
})

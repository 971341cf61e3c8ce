import { logged, refusals } from '../platform/text-declarations.ts'

export const workspaceGovernanceLog = logged({
  'workspace.status-set': { label: 'Workspace status set', did: 'set the status of the workspace <0/>' },
  'workspace.trial-set': { label: 'Trial period changed', did: 'changed the trial period of the workspace <0/>' },
  'workspace.converted': { label: 'Workspace converted', did: 'changed the type of the workspace <0/>' },
  'workspace.partner-set': { label: 'Partner changed', did: 'changed the partner of the workspace <0/>' },
  'workspace.special-set': {
    label: 'Special configuration changed',
    did: 'changed the special configuration of the workspace <0/>',
  },
})

export const workspaceGovernanceRefusals = refusals({
  'deletion-pending': {
    status: 409,
    says: 'This workspace is scheduled for deletion. Cancel the deletion first',
  },
  'trial-past': { status: 422, says: 'The trial must end today or later' },
  'config-past': { status: 422, says: 'The end date must be today or later' },
  'conversion-refused': {
    status: 409,
    says: 'Only an individual workspace can become a business, and only a business can become a partner',
  },
  'work-open': {
    status: 409,
    says: 'Imports, bulk actions, or directory runs are still running in this workspace. Try again later',
  },
  'invoices-open': { status: 409, says: 'This workspace has unpaid invoices. Convert it after they are paid' },
  'not-a-partner': { status: 422, says: 'Choose an active partner workspace' },
  'area-closed': { status: 403, says: 'This area is not available in your workspace. Contact your provider' },
  'user-limit-reached': {
    status: 409,
    says: 'Your workspace has reached its maximum number of users',
    constraint: 'users_limit',
  },
})

import type { Screen } from './shell/screen.ts'

/** Screens of directories and of workflows. */
export const directories: readonly Screen[] = [
  {
    path: '/dashboard/sync/azureAD',
    spec: 'dashboard.sync-azure',
    load: () => import('./features/directories/syncs/azure/AzurePage.tsx'),
    may: 'directories.write',
    crumb: 'Import from Entra ID',
  },
  {
    path: '/dashboard/sync',
    spec: 'directory.sync',
    load: () => import('./features/directories/syncs/SyncPage.tsx'),
    may: 'directories.read',
    crumb: 'Directories',
    menu: { group: 'Users', label: 'Directories', icon: 'directories' },
  },
  {
    path: '/dashboard/sync/runs',
    load: () => import('./features/directories/syncs/SyncRunsPage.tsx'),
    may: 'directories.read',
    crumb: 'Directory runs',
  },
  {
    path: '/dashboard/sync/runs/$id',
    load: () => import('./features/directories/syncs/SyncRunPage.tsx'),
    may: 'directories.read',
    crumb: 'Run',
  },
  {
    path: '/dashboard/sync/clashes',
    load: () => import('./features/directories/links/ClashesPage.tsx'),
    may: 'directories.read',
    crumb: 'Conflicts',
  },
  {
    path: '/dashboard/scim',
    spec: 'scim',
    load: () => import('./features/directories/scim/ScimPage.tsx'),
    may: 'directories.read',
    crumb: 'SCIM',
    menu: { group: 'Users', label: 'SCIM', icon: 'scim' },
  },
  {
    path: '/dashboard/scim/$id/requests',
    load: () => import('./features/directories/scim/RequestsPage.tsx'),
    may: 'directories.read',
    crumb: 'Requests',
  },
  {
    path: '/dashboard/workflows',
    spec: 'workflows.list',
    load: () => import('./features/automation/workflows/WorkflowsPage.tsx'),
    may: 'workflows.read',
    crumb: 'Workflows',
    menu: { group: 'Automation', label: 'Workflows', icon: 'workflows' },
  },
  {
    path: '/dashboard/workflows/new',
    load: () => import('./features/automation/workflows/WorkflowPage.tsx'),
    may: 'workflows.write',
    crumb: 'New workflow',
  },
  {
    path: '/dashboard/workflows/$id',
    spec: 'workflows.detail',
    load: () => import('./features/automation/workflows/WorkflowPage.tsx'),
    may: 'workflows.read',
    crumb: 'Workflow',
  },
  {
    path: '/dashboard/workflows/$id/logs',
    spec: 'workflows.logs',
    load: () => import('./features/automation/workflows/LogsPage.tsx'),
    may: 'workflows.read',
    crumb: 'Runs',
  },
  {
    path: '/dashboard/workflows/$id/logs/$run',
    load: () => import('./features/automation/workflows/RunPage.tsx'),
    may: 'workflows.read',
    crumb: 'Run',
  },
]

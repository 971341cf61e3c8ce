import type { Screen } from './shell/screen.ts'

/** Screens of directories and of workflows. */
export const directories: readonly Screen[] = [
  {
    path: '/dashboard/scim',
    spec: 'scim',
    load: () => import('./features/directories/scim/ScimPage.tsx'),
    may: 'directories.read',
    crumb: 'SCIM',
    menu: { group: 'People', label: 'SCIM', icon: 'scim' },
  },
  {
    path: '/dashboard/scim/$id/requests',
    load: () => import('./features/directories/scim/RequestsPage.tsx'),
    may: 'directories.read',
    crumb: 'Requests',
  },
]
